"""Addresses of the rosters app."""

from django.urls import URLPattern, URLResolver, include, path, register_converter

from rosters.views import assets, build, fleets, found, override, people, picks, proxy, start, xws


class WorkPage:
    """One of the two pages on which a fleet is worked on."""

    regex = "build|desk"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


register_converter(WorkPage, "work")

HERE = "campaigns/<int:campaign_id>/"
FLEET = f"{HERE}fleets/<int:number>/"
WORK = f"{FLEET}<work:page>/"

urlpatterns: list[URLPattern | URLResolver] = [
    path("cards/", include("rosters.card_urls")),
    path(f"{HERE}start/", start.start, name="campaign-start"),
    path(f"{HERE}leave/", people.leave, name="campaign-leave"),
    path(f"{HERE}members/<int:number>/remove/", people.remove, name="member-remove"),
    path(f"{HERE}fleets/<int:fleet>/hand-over/", people.hand_over_fleet, name="fleet-hand-over"),
    path(f"{HERE}fleets/new/", found.found, name="fleet-new"),
    path(FLEET, fleets.fleet, name="fleet"),
    path(f"{FLEET}ledger/", fleets.ledger, name="fleet-ledger"),
    path(f"{FLEET}assets/", assets.choose, name="fleet-assets"),
    path(f"{FLEET}proxy/", proxy.proxy, name="fleet-proxy"),
    path(f"{FLEET}override/", override.override, name="override"),
    path(f"{FLEET}override/points/", override.points, name="override-points"),
    path(f"{FLEET}override/elimination/", override.elimination, name="override-elimination"),
    path(f"{FLEET}override/ships/<int:ship>/", override.ship, name="override-ship"),
    path(f"{FLEET}override/upgrades/<int:upgrade>/", override.upgrade, name="override-upgrade"),
    path(f"{FLEET}override/names/<str:persona>/", override.name, name="override-name"),
    path(f"{FLEET}history/", fleets.history, name="fleet-history"),
    path(f"{FLEET}memorial/", fleets.memorial, name="fleet-memorial"),
    path(f"{FLEET}squadrons/<int:card>.xws", xws.export, name="squadron-xws"),
    path(f"{FLEET}build/import/", xws.import_squadron, name="squadron-import"),
    path(WORK, build.work, name="fleet-work"),
    path(f"{WORK}ships/", picks.ships, name="pick-ships"),
    path(f"{WORK}ships/<int:ship>/", picks.ship, name="pick-ship"),
    path(f"{WORK}ships/<int:ship>/slots/<int:place>/", picks.slot, name="pick-slot"),
    path(f"{WORK}upgrades/<int:upgrade>/", picks.upgrade, name="pick-upgrade"),
    path(f"{WORK}squadrons/<int:card>/", picks.squadron, name="pick-squadron"),
    path(f"{WORK}loose/", picks.loose, name="pick-loose"),
]
