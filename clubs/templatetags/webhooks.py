"""Words of webhooks in templates."""

from django import template

from clubs.read.webhooks.listing import DeliveryLine
from clubs.words.webhook_words import FORMS, STATES, TOPICS, answer_words

register = template.Library()


@register.filter
def topic_word(topic: str) -> str:
    """Return the word for a topic."""
    return str(TOPICS.get(topic, topic))


@register.filter
def form_word(form: str) -> str:
    """Return the words for the form of what is posted."""
    return str(FORMS.get(form, form))


@register.filter
def delivery_state(state: str) -> str:
    """Return the word for the state of a delivery."""
    return str(STATES.get(state, state))


@register.filter
def delivery_answer(line: DeliveryLine) -> str:
    """Return what the receiver answered last."""
    return answer_words(line.status, line.answer)
