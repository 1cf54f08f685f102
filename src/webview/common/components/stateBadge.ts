import type { ShownTriage } from '../../../shared/triage';
import { element } from '../dom/element';
import { visibleText } from '../dom/visibleText';

/** Highlights states that need the user's attention. */
export function stateBadge({ state }: Pick<ShownTriage, 'state'>, text: string): HTMLElement {
	const isUrgent = state === 'regressed' || state === 'backAgain' || state === 'invalid';
	return element('span', { class: isUrgent ? 'badge' : 'badge quiet' }, visibleText(text));
}
