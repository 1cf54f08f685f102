import type { TraceActionId, TraceNote } from '../../../../shared/traceView';
import { linkButton } from '../../dom/button';
import { element } from '../../dom/element';
import { icon } from '../../dom/icon';
import { visibleText } from '../../dom/visibleText';

/** One line of words that a press shows in full, and what can be done about it. */
export function traceNote(
	{ kind, text, actions }: TraceNote,
	act: (id: TraceActionId) => void,
): readonly HTMLElement[] {
	const words = visibleText(text);
	const button = element(
		'button',
		{
			type: 'button',
			class: `trace-note ${kind}`,
			title: words,
			'aria-expanded': 'false',
			on: {
				click: () => {
					const whole = button.getAttribute('aria-expanded') === 'true';
					button.setAttribute('aria-expanded', String(!whole));
				},
			},
		},
		icon(kind),
		element('span', { class: 'trace-note-text' }, words),
	);
	return [button, ...actions.map(({ id, label }) => linkButton(label, () => act(id)))];
}
