"""The form of a case against the whole written library."""

import pytest

from cases.admin.form import CaseForm
from cases.documents import to_document
from cases.models import Case
from cases.tests.reviewers import form_of

pytestmark = pytest.mark.django_db


def test_a_written_case_comes_out_of_its_form_as_it_went_in():
    for case in list(Case.objects.for_reading())[::12]:
        entered = CaseForm(data=form_of(case.pk), instance=case)
        assert entered.is_valid(), (case.number, entered.errors)
        assert entered.document == to_document(case)
