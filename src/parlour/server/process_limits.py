"""What the system lets the server's process do: no core dumps, and as many open files as it may have."""

import sys

ANY = 2**31  # more than any process opens

if sys.platform == "win32":  # has no such limits

    def set_up() -> None:
        pass

    def most_files() -> int:
        return ANY

else:
    import resource

    def set_up() -> None:
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # a core dump would contain sealed choices
        most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))  # every connection is one

    def most_files() -> int:
        most = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
        return ANY if most == resource.RLIM_INFINITY else most
