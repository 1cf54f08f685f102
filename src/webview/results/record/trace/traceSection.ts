import type { Disposable } from '../../../../shared/disposables';
import type { TraceView } from '../../../../shared/traceView';
import { element } from '../../../common/dom/element';
import { Latest } from '../../../common/dom/latest';
import type { Context } from '../../context/context';
import type { FrameAction } from './frameMenu';
import { isSelected } from './keepSelection';
import { TraceHead } from './traceHead';
import { TraceText, type TraceTextOptions } from './traceText';

export interface TracePlace {
	readonly number: number;
	readonly column: number;
}

interface TraceSectionOptions extends Pick<TraceTextOptions, 'opened'> {
	readonly place: TracePlace;
	readonly label: string;
	/** Original text. It is shown until the text has been parsed, and stays if the text contains no stack trace. */
	readonly text: string;
	readonly prefersOriginal: () => boolean;
	readonly prefer: (original: boolean) => void;
	readonly ask: (place: TracePlace, original: boolean, signal: AbortSignal) => Promise<TraceView | undefined>;
	readonly onChange: () => void;
}

export class TraceSection implements Disposable {
	readonly root: HTMLElement;
	private readonly text: TraceText;
	private readonly asking = new Latest();
	private readonly head: TraceHead;
	private shown: TraceView | undefined;

	constructor(
		private readonly context: Context,
		private readonly options: TraceSectionOptions,
	) {
		const { opened, label, text, place, prefer } = options;
		const { host, t, fail } = context;
		this.text = new TraceText(text, context, { opened, act: (line, shown, action) => this.act(line, shown, action) });
		this.head = new TraceHead(label, t, {
			act: (id) => void host.call('traceAction', { ...place, id }).catch(fail),
			prefer,
			openTrace: () => void host.call('openTrace', place).catch(fail),
		});
		const isLong = /\n|\r|\\n/.test(text);
		const classes = text === '' ? 'no-trace' : isLong ? 'trace' : 'trace short';
		this.root = element(
			'section',
			{ class: classes, 'aria-label': label, hidden: text === '' },
			this.head.root,
			this.text.root,
		);
	}

	/** Requests links and annotations. `wished` is true if the user switched between original and deobfuscated text. */
	refresh(wished: boolean): void {
		const { place, ask, prefersOriginal } = this.options;
		const original = prefersOriginal();
		this.asking.run(async (signal) => {
			const view = await ask(place, original, signal);
			if (view) {
				this.show(view, wished);
			} else if (!this.shown) {
				this.head.update(undefined, true);
			}
		}, this.context.fail);
	}

	reveal(node: Node): void {
		this.text.reveal(node);
	}

	get focusedLine(): number | undefined {
		return this.text.focusedLine;
	}

	focusLine(line: number | 'first'): boolean {
		return this.text.focusLine(line);
	}

	dispose(): void {
		this.asking.dispose();
	}

	private show(view: TraceView, wished: boolean): void {
		this.shown = view;
		// Selected text is not replaced. Instead, the header has a button that shows the deobfuscated text.
		if (view.shown === 'deobfuscated' && !wished && !this.text.holds(view) && isSelected(this.text.root)) {
			this.shown = { ...view, shown: 'original' };
		} else {
			this.text.apply(view);
		}
		this.root.hidden = false;
		this.root.className = 'trace';
		this.head.update(this.shown, false);
		this.options.onChange();
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
