import type { TraceActionId, TraceNote, TraceView } from '../../../../shared/traceView';
import { linkButton } from '../../../common/dom/button';
import { element, fill, setAttribute } from '../../../common/dom/element';
import { icon } from '../../../common/dom/icon';
import { oneStop } from '../../../common/dom/oneStop';
import { visibleText } from '../../../common/dom/visibleText';
import type { Translate } from '../../../common/format/translate';

interface TraceHeadActions {
	readonly act: (id: TraceActionId) => void;
	readonly prefer: (original: boolean) => void;
	readonly openTrace: () => void;
}

/** Header of a stack trace. Its buttons are updated instead of recreated, so that they keep the focus. */
export class TraceHead {
	readonly root: HTMLElement;
	private readonly notes = element('span', { class: 'trace-notes' });
	private readonly toggle: HTMLButtonElement;
	private readonly openTrace: HTMLButtonElement;
	private view: TraceView | undefined;

	constructor(
		label: string,
		private readonly t: Translate,
		private readonly actions: TraceHeadActions,
	) {
		this.toggle = linkButton('', () => actions.prefer(this.view?.shown === 'deobfuscated'));
		this.openTrace = linkButton(t('Open Stack Trace'), actions.openTrace);
		this.root = element(
			'div',
			{ class: 'trace-head' },
			element('span', { class: 'trace-label dim' }, visibleText(label)),
			this.notes,
			element('span', { class: 'spring' }),
			this.toggle,
			this.openTrace,
		);
		oneStop(this.root);
		this.update(undefined, false);
	}

	/**
	 * @param view Undefined until the text has been parsed
	 * @param none True if the text contains no stack trace
	 */
	update(view: TraceView | undefined, none: boolean): void {
		const { t, toggle, openTrace } = this;
		const before = this.view?.note;
		this.view = view;
		if (!isSame(before, view?.note)) {
			this.drawNote(view?.note);
		}
		toggle.hidden = view === undefined || view.shown === 'only';
		toggle.textContent = view?.shown === 'original' ? t('Show Deobfuscated') : t('Show Original');
		openTrace.disabled = view === undefined;
		setAttribute(openTrace, 'title', none ? t('This text contains no stack trace.') : undefined);
	}

	private drawNote(note: TraceNote | undefined): void {
		const hadFocus = this.notes.contains(document.activeElement);
		fill(this.notes, ...(note ? traceNote(note, this.actions.act) : []));
		if (hadFocus) {
			(this.notes.querySelector('button') ?? this.openTrace).focus({ preventScroll: true });
		}
	}
}

function isSame(one: TraceNote | undefined, other: TraceNote | undefined): boolean {
	return JSON.stringify(one) === JSON.stringify(other);
}

function traceNote({ kind, text, actions }: TraceNote, act: (id: TraceActionId) => void): readonly HTMLElement[] {
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
