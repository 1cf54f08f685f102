import type { Disposable } from '../../../../shared/disposables';
import type { TraceView } from '../../../../shared/traceView';
import { linkButton } from '../../../common/dom/button';
import { element, fill, setAttribute } from '../../../common/dom/element';
import { Latest } from '../../../common/dom/latest';
import { oneStop } from '../../../common/dom/oneStop';
import { visibleText } from '../../../common/dom/visibleText';
import type { Context } from '../../context/context';
import type { FrameAction } from './frameMenu';
import { isSelected } from './keepSelection';
import { traceNote } from './traceNote';
import { TraceText, type TraceTextOptions } from './traceText';

/** A value of a record that may be a stack trace. */
export interface TracePlace {
	readonly number: number;
	readonly column: number;
}

interface TraceSectionOptions extends Pick<TraceTextOptions, 'opened'> {
	readonly place: TracePlace;
	readonly label: string;
	/** Shown until it is known what its lines are, and for good when it is no trace. */
	readonly text: string;
	/** Which of the two texts a person wants to see, where there are two. */
	readonly prefersOriginal: () => boolean;
	readonly prefer: (original: boolean) => void;
	readonly ask: (place: TracePlace, original: boolean, signal: AbortSignal) => Promise<TraceView | undefined>;
	/** After anything was shown that was not there before. */
	readonly onChange: () => void;
}

/** One text of a record, with what is known of it as a stack trace. */
export class TraceSection implements Disposable {
	readonly root: HTMLElement;
	private readonly text: TraceText;
	private readonly asking = new Latest();
	private readonly head: HTMLElement;
	private shown: TraceView | undefined;
	/** The text was read, and no stack trace is in it. */
	private none = false;

	constructor(
		private readonly context: Context,
		private readonly options: TraceSectionOptions,
	) {
		const { opened, label, text } = options;
		this.text = new TraceText(text, context, { opened, act: (line, shown, action) => this.act(line, shown, action) });
		this.head = element('div', { class: 'trace-head' });
		oneStop(this.head);
		const isLong = /\n|\r|\\n/.test(text);
		const classes = text === '' ? 'no-trace' : isLong ? 'trace' : 'trace short';
		this.root = element(
			'section',
			{ class: classes, 'aria-label': label, hidden: text === '' },
			this.head,
			this.text.root,
		);
		this.drawHead();
	}

	/**
	 * Asks what is known of the text now; until then it stands as it is.
	 *
	 * @param wished A person asked for the other text.
	 */
	refresh(wished: boolean): void {
		const { place, ask, prefersOriginal } = this.options;
		const original = prefersOriginal();
		this.asking.run(async (signal) => {
			const view = await ask(place, original, signal);
			this.none = view === undefined;
			if (view) {
				this.show(view, wished);
			} else if (!this.shown) {
				this.drawHead();
			}
		}, this.context.fail);
	}

	/** Shows what a node inside belongs to, if it is folded. */
	reveal(node: Node): void {
		this.text.reveal(node);
	}

	/** Of the text as it is shown. */
	get focusedLine(): number | undefined {
		return this.text.focusedLine;
	}

	/** @returns false where the line has no link yet */
	focusLine(line: number | 'first'): boolean {
		return this.text.focusLine(line);
	}

	dispose(): void {
		this.asking.dispose();
	}

	private show(view: TraceView, wished: boolean): void {
		this.shown = view;
		// A text that a person has hold of is not exchanged under the hand; the head offers the other one.
		if (view.shown === 'deobfuscated' && !wished && !this.text.holds(view) && isSelected(this.text.root)) {
			this.shown = { ...view, shown: 'original' };
		} else {
			this.text.apply(view);
		}
		this.root.hidden = false;
		this.root.className = 'trace';
		this.drawHead();
		this.options.onChange();
	}

	private drawHead(): void {
		const { t, host, fail } = this.context;
		const { place, label, prefer } = this.options;
		const { shown } = this;
		const toggle = {
			only: undefined,
			original: () => linkButton(t('Show deobfuscated'), () => prefer(false)),
			deobfuscated: () => linkButton(t('Show original'), () => prefer(true)),
		}[shown?.shown ?? 'only'];
		const openTrace = linkButton(t('Open trace'), () => {
			host.call('openTrace', place).catch(fail);
		});
		openTrace.disabled = shown === undefined;
		setAttribute(openTrace, 'title', this.none ? t('No stack trace was found in this text.') : undefined);
		fill(
			this.head,
			element('span', { class: 'trace-label dim' }, visibleText(label)),
			...(shown?.note
				? traceNote(shown.note, (id) => {
						host.call('traceAction', { ...place, id }).catch(fail);
					})
				: []),
			element('span', { class: 'spring' }),
			toggle?.(),
			openTrace,
		);
	}

	private act(line: number, text: string, action: FrameAction): void {
		const { host, announce, fail } = this.context;
		const frame = { ...this.options.place, original: this.shown?.shown === 'original', line, text };
		const hasHistory = this.shown?.version !== undefined;
		if (hasHistory && (action === 'asOf' || action === 'changes')) {
			host.call('frameHistory', { ...frame, shows: action }).catch(fail);
		} else {
			host.call('openFrame', { ...frame, beside: action === 'openBeside' }).then(announce, fail);
		}
	}
}
