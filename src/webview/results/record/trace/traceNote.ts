import type { TraceActionId, TraceNote } from '../../../../shared/traceView';
import { linkButton } from '../../../common/dom/button';
import { element } from '../../../common/dom/element';
import { icon } from '../../../common/dom/icon';
import { visibleText } from '../../../common/dom/visibleText';

export function traceNote(
	{ kind, text, actions }: TraceNote,
	act: (id: TraceActionId) => void,
): readonly HTMLElement[] {
	return [
		element(
			'p',
			{ class: `trace-note ${kind}` },
			icon(kind),
			element('span', { class: 'trace-note-text' }, visibleText(text)),
		),
		...actions.map(({ id, label }) => linkButton(label, () => act(id))),
	];
}
