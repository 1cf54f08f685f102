import type { ShownTriage } from '../../../shared/triage';
import { element } from '../dom/element';
import { visibleText } from '../dom/visibleText';

/** States that need attention are highlighted. */
export function stateBadge({ state }: Pick<ShownTriage, 'state'>, text: string): HTMLElement {
	const isUrgent = state === 'regressed' || state === 'backAgain' || state === 'invalid';
	return element('span', { class: isUrgent ? 'badge' : 'badge quiet' }, visibleText(text));
}
