import type { ShownFix, ShownTriage } from '../../../shared/triage';
import { element } from '../dom/element';
import { icon } from '../dom/icon';
import { visibleText } from '../dom/visibleText';

/** Creates a badge for a triage state. States that need the user's attention are highlighted. */
export function stateBadge({ state }: Pick<ShownTriage, 'state'>, text: string): HTMLElement {
	const isUrgent = state === 'regressed' || state === 'backAgain' || state === 'invalid';
	return element('span', { class: isUrgent ? 'badge' : 'badge quiet' }, visibleText(text));
}

/** Creates a badge with the verdict about a fix. Only a confirmed fix has a check mark and a color. */
export function fixBadge({ kind, label }: Pick<ShownFix, 'kind' | 'label'>): HTMLElement {
	const isFixed = kind === 'fixed';
	const className = isFixed ? 'badge quiet confirmed' : kind === 'stillHappening' ? 'badge' : 'badge quiet';
	return element('span', { class: className }, isFixed && icon('check'), visibleText(label));
}
