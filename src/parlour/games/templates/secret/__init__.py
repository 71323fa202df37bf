"""Undercut: name the higher number, but not by one."""
