"""The attributes by which a page's scripts subscribe to its streams."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from journal.models import Stream
from runtime.live.change_feed import feed
from runtime.live.stream import MOST_STREAMS
from runtime.pages.etags import SHOWN

register = template.Library()


@register.simple_tag(takes_context=True)
def streams_shown(context: template.Context) -> str | SafeString:
    """Return the attributes with the streams of the page and the position of each, as read before its contents.

    Return nothing if ``/live/`` cannot serve them: it is not running, or one client may not have so many streams.
    """
    request = context.get("request")
    shown: tuple[Stream, ...] = request.META.get(SHOWN, ()) if request else ()
    if not feed.is_running or not 0 < len(shown) <= MOST_STREAMS:
        return ""
    names = " ".join(each.name for each in shown)
    places = ",".join(f"{each.epoch}:{each.number}" for each in shown)
    return format_html(' data-stream="{}" data-since="{}"', names, places)
