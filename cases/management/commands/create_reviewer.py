"""Make the account of a person who may review cases."""

import getpass
from typing import Any

from django.contrib.auth import get_user_model, password_validation
from django.contrib.auth.models import Group
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction
from django.utils import translation

from cases.models.reviewers import GROUP


class Command(BaseCommand):
    help = "Create a reviewer account; asks for what is not given, and always for the password."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--username")
        parser.add_argument("--name", help="the public name that stands under reviewed cases")
        parser.add_argument("--admin", action="store_true", help="may also manage accounts")

    @translation.override("en")
    def handle(self, *, username: str | None, name: str | None, admin: bool, **options: Any) -> None:
        try:
            username = username or input("User name: ").strip()
            name = name or input("Public name, which stands under reviewed cases: ").strip()
            user = self.account(username, name, admin)
        except (EOFError, KeyboardInterrupt):
            raise CommandError("Nothing was created.") from None
        except ValidationError as error:
            raise CommandError(" ".join(error.messages) + " Nothing was created.") from None
        self.stdout.write(f"{user.get_username()} may now sign in at /admin/ and review as “{user.get_full_name()}”.")

    @transaction.atomic
    def account(self, username: str, name: str, admin: bool) -> Any:
        user = get_user_model()(username=username, first_name=name, is_staff=True, is_superuser=admin)
        if not name:
            raise ValidationError("A reviewer needs a public name.")
        user.full_clean(exclude=["password"])
        password = getpass.getpass("Password: ")
        if password != getpass.getpass("Password again: "):
            raise ValidationError("The two passwords differ.")
        password_validation.validate_password(password, user)
        user.set_password(password)
        user.save()
        user.groups.add(Group.objects.get(name=GROUP))
        return user
