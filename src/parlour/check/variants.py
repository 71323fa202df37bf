"""A short look at the variants with one parameter at its lowest or highest value."""

from __future__ import annotations

from dataclasses import replace

from parlour.check.exploring import Explorer
from parlour.check.guard import call
from parlour.check.results import Endless, Fault, Findings, Result
from parlour.check.subject import Subject
from parlour.games.checks import parameter_limits
from parlour.games.vocabulary import count

MOST_STATES, SECONDS = 200, 1.0  # for each variant


def check_variants(subject: Subject) -> Result:
    standard = subject.game().rules
    limits = call(subject.folder, parameter_limits, subject.rules)
    changes = [
        {name: value}
        for limit in limits
        for name, value in zip(standard._fields, limit, strict=True)
        if value != getattr(standard, name)
    ]
    for change in changes:
        variant = replace(subject, settings={**subject.settings, **change}, findings=Findings())
        endless = False
        try:
            Explorer(variant, variant.game().rules, MOST_STATES, SECONDS).explore()
        except Fault as error:
            variant.findings.keep("variants", error.failure)
            endless = isinstance(error, Endless)
        for failure in variant.findings.everything():
            subject.findings.keep("variants", failure._replace(rules=change))
        if endless:
            break
    tried = count(len(changes), "variant")
    return subject.findings.result("variants", f"{tried} with a lowest or highest parameter: no mistake found")
