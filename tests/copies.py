"""A copy of the database, as somebody has it who got hold of the file or of a dump."""

from __future__ import annotations

from django.db import connection

from league.sealing import sealed_columns


def whole_database() -> str:
    """Every value of every table, as a copy of the file would show it."""
    found: list[str] = []
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")  # noqa: S608
            found += [str(value) for row in cursor.fetchall() for value in row]
    return "\n".join(found)


def open_all_seals() -> None:
    """Open every seal in the database, as a release without seals left it."""
    with connection.cursor() as cursor:
        for model, field in sealed_columns():
            table = model._meta.db_table
            cursor.execute(f"SELECT id, {field.column} FROM {table}")  # noqa: S608
            for pk, text in cursor.fetchall():
                cursor.execute(
                    f"UPDATE {table} SET {field.column} = %s WHERE id = %s",  # noqa: S608
                    [field.open(text), pk],
                )
