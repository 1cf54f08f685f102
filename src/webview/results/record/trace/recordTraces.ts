import type { Disposable } from '../../../../shared/disposables';
import type { RecordDetail } from '../../../../shared/results';
import type { TraceView } from '../../../../shared/traceView';
import type { Context } from '../../context/context';
import { OpenedRuns } from './folds';
import { textsWithin } from './textsWithin';
import { type TracePlace, TraceSection } from './traceSection';

/** The fields whose texts are stack traces more often than not, the one to start from first. */
const traceColumns = ['error', 'error_json'];

/** What is drawn of a record's texts. */
interface DrawnTraces {
	/** Stands first; undefined where the record has no such text. */
	readonly main: HTMLElement | undefined;
	/** Hidden until it is known to be a trace. */
	readonly other: HTMLElement | undefined;
	/** The field that need not be shown again as one. */
	readonly column: number | undefined;
}

/** The stack traces of the record that is shown. */
export class ShownTraces implements Disposable {
	private readonly opened = new OpenedRuns();
	private sections: readonly TraceSection[] = [];
	private prefersOriginal = false;
	/** Asked for together with the record, so that it often is there when the record is. */
	private ahead: { readonly key: string; readonly answer: Promise<TraceView | undefined> }[] = [];

	/** @param onChange After anything was shown that was not there before. */
	constructor(
		private readonly context: Context,
		private readonly onChange: () => void,
	) {}

	/** Asks for what will be drawn. */
	askAhead(number: number, signal: AbortSignal): void {
		const original = this.prefersOriginal;
		this.ahead = this.columns().map((column) => {
			const answer = this.ask({ number, column }, original, signal).catch((error: unknown) => {
				// Another record was chosen: nobody waits for this one.
				if (signal.aborted) {
					return undefined;
				}
				throw error;
			});
			// Told where it is waited for, unless that is nowhere.
			answer.catch(() => undefined);
			return { key: keyOf({ number, column }, original), answer };
		});
	}

	draw(record: RecordDetail): DrawnTraces {
		this.clear();
		const [error, json] = traceColumns.map((name) => this.columnOf(name));
		const errorText = error === undefined ? '' : (record.values[error] ?? '');
		const jsonText = json === undefined ? '' : (record.values[json] ?? '');
		// Texts in JSON stand in for the one that is missing.
		const main =
			errorText === '' ? this.section(record, json, textsWithin(jsonText)) : this.section(record, error, errorText);
		const isShown = main?.place.column === json;
		const other = jsonText === '' || isShown ? undefined : this.section(record, json, '');
		this.sections = [main?.section, other?.section].filter((section) => section !== undefined);
		for (const section of this.sections) {
			section.refresh(false);
		}
		this.ahead = [];
		return {
			main: main?.section.root,
			other: other?.section.root,
			column: errorText === '' ? undefined : error,
		};
	}

	/** What traces lead to has changed. */
	refresh(wished = false): void {
		for (const section of this.sections) {
			section.refresh(wished);
		}
	}

	/** Unfolds what a node is in. */
	reveal(node: Node): void {
		for (const section of this.sections) {
			section.reveal(node);
		}
	}

	/** The line of the first trace whose link has the focus. */
	get focusedLine(): number | undefined {
		return this.sections[0]?.focusedLine;
	}

	/** @returns false where the line has no link yet */
	focusLine(line: number | 'first'): boolean {
		return this.sections[0]?.focusLine(line) ?? false;
	}

	/** Goes to the first frame of one's own code of a record, whether it is drawn or not. */
	async openFirst(number: number, signal: AbortSignal): Promise<void> {
		const { host, announce, tell, t } = this.context;
		const original = this.prefersOriginal;
		let isTrace = false;
		let isLooking = false;
		for (const column of this.columns()) {
			const view = await this.ask({ number, column }, original, signal);
			isTrace ||= view !== undefined;
			isLooking ||= view?.looking === true;
			const line = view?.lines.findIndex(({ first }) => first) ?? -1;
			const text = view?.lines[line]?.text;
			if (text !== undefined) {
				announce(await host.call('openFrame', { number, column, original, line, text, beside: false }, { signal }));
				return;
			}
		}
		if (isLooking) {
			tell(t('The workspace is still being searched for the frames of this record. Try again in a moment.'));
			return;
		}
		tell(
			isTrace
				? t('No frame of this record leads to a file of the workspace.')
				: t('There is no stack trace in this record.'),
		);
	}

	/** Nothing is drawn any more. */
	clear(): void {
		for (const section of this.sections) {
			section.dispose();
		}
		this.sections = [];
	}

	dispose(): void {
		this.clear();
	}

	private section(
		{ number }: RecordDetail,
		column: number | undefined,
		text: string | undefined,
	): { readonly section: TraceSection; readonly place: TracePlace } | undefined {
		if (column === undefined || text === undefined) {
			return undefined;
		}
		const place = { number, column };
		const section = new TraceSection(this.context, {
			place,
			text,
			label: this.context.store.state.info.columns[column]?.name ?? '',
			opened: this.opened,
			prefersOriginal: () => this.prefersOriginal,
			prefer: (original) => {
				this.prefersOriginal = original;
				this.refresh(true);
			},
			ask: (asked, original, signal) =>
				this.ahead.find(({ key }) => key === keyOf(asked, original))?.answer ?? this.ask(asked, original, signal),
			onChange: this.onChange,
		});
		return { section, place };
	}

	private ask(place: TracePlace, original: boolean, signal: AbortSignal): Promise<TraceView | undefined> {
		return this.context.host.call('trace', { ...place, original }, { signal });
	}

	private columns(): readonly number[] {
		return traceColumns.map((name) => this.columnOf(name)).filter((column) => column !== undefined);
	}

	private columnOf(name: string): number | undefined {
		const index = this.context.store.state.info.columns.findIndex((column) => column.name === name);
		return index < 0 ? undefined : index;
	}
}

function keyOf({ number, column }: TracePlace, original: boolean): string {
	return `${number}:${column}:${original}`;
}
