"""The running site: one process serves pages, static files and streams, under the strict policy."""

from playwright.sync_api import BrowserContext


def test_the_running_site_answers_and_sends_the_strict_policy(desktop: BrowserContext):
    answer = desktop.request.get("/healthz")
    assert answer.text() == "ok\n"
    directives = answer.headers["content-security-policy"].split("; ")
    assert "default-src 'none'" in directives
    assert "unsafe" not in answer.headers["content-security-policy"]


def test_static_files_come_from_the_same_process(desktop: BrowserContext):
    assert "campaign-moved" in desktop.request.get("/static/js/live.js").text()


def test_a_stream_of_an_unknown_campaign_is_not_found(desktop: BrowserContext):
    assert desktop.request.get("/stream/999/").status == 404
