"""The form of a case against the whole written library."""

import pytest

from cases.admin.form import CaseForm
from cases.models import Case

pytestmark = pytest.mark.django_db


def test_a_written_case_comes_out_of_its_form_as_it_went_in():
    for case in list(Case.objects.for_reading())[::12]:
        shown = CaseForm(instance=case)
        data = {name: shown.get_initial_for_field(field, name) for name, field in shown.fields.items()}
        entered = CaseForm(data=data, instance=case)
        assert entered.is_valid(), (case.number, entered.errors)
        assert entered.document == shown.before
