"""Addresses of the rosters app."""

from django.urls import URLPattern, URLResolver, include, path, register_converter

from league.views.found import found_at
from rosters.selectors.found import find_fleet
from rosters.views import (
    assets,
    build,
    collection,
    desks,
    fleets,
    found,
    override,
    people,
    picks,
    plan,
    proxy,
    shared,
    squadron,
    start,
    what_if,
    xws,
)


class WorkPage:
    """One of the pages on which a fleet is worked on; on "plan" nothing is written."""

    regex = "build|desk|plan"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


class FleetName:
    """The slug of a fleet, in any script, or the number that addresses once had."""

    regex = "[^/]+"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: object) -> str:
        return str(value)


register_converter(WorkPage, "work")
register_converter(FleetName, "fleet")
at_fleet = found_at("fleet", find_fleet)

HERE = "campaigns/<int:campaign_id>/"
FLEET = f"{HERE}fleets/<fleet:number>/"
WORK = f"{FLEET}<work:page>/"

urlpatterns: list[URLPattern | URLResolver] = [
    path("cards/", include("rosters.urls.cards")),
    path("models/", collection.collection, name="collection"),
    path("models/import/", collection.collection_import, name="collection-import"),
    path("models/models.csv", collection.collection_csv, name="collection-csv"),
    path("models/<slug:ship>/", collection.model_change, name="collection-model"),
    path("shared/<str:token>/", shared.page, name="shared"),
    path("shared/<str:token>/squadron.svg", shared.as_svg, name="shared-svg"),
    path("shared/<str:token>/squadron.png", shared.as_png, name="shared-png"),
    path("shared/<str:token>/squadron.xws", shared.as_xws, name="shared-xws"),
    path(f"{HERE}start/", start.start, name="campaign-start"),
    path(f"{HERE}desks/", desks.desks, name="close-desks"),
    path(f"{HERE}desks/remind/", desks.remind, name="desks-remind"),
    path(f"{HERE}leave/", people.leave, name="campaign-leave"),
    path(f"{HERE}members/<int:number>/remove/", people.remove, name="member-remove"),
    path(f"{FLEET}hand-over/", at_fleet(people.hand_over_fleet), name="fleet-hand-over"),
    path(f"{HERE}fleets/new/", found.found, name="fleet-new"),
    path(FLEET, at_fleet(fleets.fleet), name="fleet"),
    path(f"{FLEET}ledger/", at_fleet(fleets.ledger), name="fleet-ledger"),
    path(f"{FLEET}assets/", at_fleet(assets.choose), name="fleet-assets"),
    path(f"{FLEET}proxy/", at_fleet(proxy.proxy), name="fleet-proxy"),
    path(f"{FLEET}override/", at_fleet(override.override), name="override"),
    path(f"{FLEET}override/points/", at_fleet(override.points), name="override-points"),
    path(f"{FLEET}override/elimination/", at_fleet(override.elimination), name="override-elimination"),
    path(f"{FLEET}override/ships/<int:ship>/", at_fleet(override.ship), name="override-ship"),
    path(f"{FLEET}override/upgrades/<int:upgrade>/", at_fleet(override.upgrade), name="override-upgrade"),
    path(f"{FLEET}override/names/<str:persona>/", at_fleet(override.name), name="override-name"),
    path(f"{FLEET}history/", at_fleet(fleets.history), name="fleet-history"),
    path(f"{FLEET}memorial/", at_fleet(fleets.memorial), name="fleet-memorial"),
    path(f"{FLEET}what-if/", at_fleet(what_if.page), name="fleet-what-if"),
    path(f"{FLEET}squadrons/<int:card>/", at_fleet(squadron.page), name="squadron"),
    path(f"{FLEET}squadrons/<int:card>/versions/", at_fleet(squadron.versions), name="squadron-versions"),
    path(f"{FLEET}squadrons/<int:card>/share/", at_fleet(shared.manage), name="squadron-share"),
    path(f"{FLEET}squadrons/<int:card>.xws", at_fleet(xws.export), name="squadron-xws"),
    path(f"{FLEET}build/import/", at_fleet(xws.import_squadron), name="squadron-import"),
    path(f"{FLEET}plan/", at_fleet(plan.page), name="fleet-plan"),
    path(WORK, at_fleet(build.work), name="fleet-work"),
    path(f"{WORK}moved/", at_fleet(build.moved), name="fleet-work-moved"),
    path(f"{WORK}ships/", at_fleet(picks.ships), name="pick-ships"),
    path(f"{WORK}ships/<int:ship>/", at_fleet(picks.ship), name="pick-ship"),
    path(f"{WORK}ships/<int:ship>/slots/<int:place>/", at_fleet(picks.slot), name="pick-slot"),
    path(f"{WORK}upgrades/<int:upgrade>/", at_fleet(picks.upgrade), name="pick-upgrade"),
    path(f"{WORK}squadrons/<int:card>/", at_fleet(picks.squadron), name="pick-squadron"),
    path(f"{WORK}squadrons/<int:card>/ships/", at_fleet(picks.squadron_ships), name="pick-squadron-ships"),
    path(f"{WORK}loose/", at_fleet(picks.loose), name="pick-loose"),
]
