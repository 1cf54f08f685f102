import type { Notice } from '../../../shared/protocols/notice';
import { linkButton } from '../dom/button';
import { element } from '../dom/element';
import { icon } from '../dom/icon';
import { visibleText } from '../dom/visibleText';

export function noticeItem({ kind, text, actions }: Notice, act: (id: string) => void): HTMLElement {
	return element(
		'li',
		{ class: `notice ${kind}` },
		icon(kind),
		element('span', { class: 'notice-text' }, visibleText(text)),
		...actions.map(({ id, label }) => linkButton(label, () => act(id))),
	);
}
