import type { Disposable } from '../../../../shared/disposables';
import type { RecordDetail } from '../../../../shared/results';
import type { TraceView } from '../../../../shared/traceView';
import type { Context } from '../../context/context';
import { type JsonNode, readJson } from '../text/json';
import { OpenedRuns } from './folds';
import { type TracePlace, TraceSection } from './traceSection';

/** Columns that usually contain stack traces, in order of preference. */
const traceColumns = ['error', 'error_json'];

interface DrawnTraces {
	readonly main: HTMLElement | undefined;
	/** Element for text that may be a stack trace. It stays hidden until a trace has been found in the text. */
	readonly other: HTMLElement | undefined;
	/** Column that is shown as a stack trace. The list of fields omits this column. */
	readonly column: number | undefined;
}

export class ShownTraces implements Disposable {
	private readonly opened = new OpenedRuns();
	private sections: readonly TraceSection[] = [];
	private prefersOriginal = false;
	/** Traces that were requested together with the record, so that they are often available when the record is shown. */
	private ahead: { readonly key: string; readonly answer: Promise<TraceView | undefined> }[] = [];

	constructor(
		private readonly context: Context,
		private readonly onChange: () => void,
	) {}

	prefetch(number: number, signal: AbortSignal): void {
		const original = this.prefersOriginal;
		this.ahead = this.columns().map((column) => {
			const answer = this.ask({ number, column }, original, signal).catch((error: unknown) => {
				if (signal.aborted) {
					return undefined;
				}
				throw error;
			});
			// Prevents an unhandled rejection. The error is thrown when the result is awaited.
			answer.catch(() => undefined);
			return { key: getKey({ number, column }, original), answer };
		});
	}

	draw(record: RecordDetail): DrawnTraces {
		this.clear();
		const [error, json] = traceColumns.map((name) => this.getColumn(name));
		const errorText = error === undefined ? '' : (record.values[error] ?? '');
		const jsonText = json === undefined ? '' : (record.values[json] ?? '');
		// If the `error` column is empty, the multi-line strings in `error_json` are shown.
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

	refresh(wished = false): void {
		for (const section of this.sections) {
			section.refresh(wished);
		}
	}

	reveal(node: Node): void {
		for (const section of this.sections) {
			section.reveal(node);
		}
	}

	get focusedLine(): number | undefined {
		return this.sections[0]?.focusedLine;
	}

	/** Focuses the link of a line. Returns false if the line has no link yet. */
	focusLine(line: number | 'first'): boolean {
		return this.sections[0]?.focusLine(line) ?? false;
	}

	/** Opens the source of the first frame in the user's code, even if the record's trace is not displayed. */
	async openFirst(number: number, signal: AbortSignal): Promise<void> {
		const { host, announce, showStatus, t } = this.context;
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
			showStatus(t('Still searching the workspace for these stack frames. Try again in a moment.'));
			return;
		}
		showStatus(
			isTrace
				? t('No frame of this record refers to a file in the workspace.')
				: t('This record contains no stack trace.'),
		);
	}

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
			ask: (params, original, signal) =>
				this.ahead.find(({ key }) => key === getKey(params, original))?.answer ?? this.ask(params, original, signal),
			onChange: this.onChange,
		});
		return { section, place };
	}

	private ask(place: TracePlace, original: boolean, signal: AbortSignal): Promise<TraceView | undefined> {
		return this.context.host.call('trace', { ...place, original }, { signal });
	}

	private columns(): readonly number[] {
		return traceColumns.map((name) => this.getColumn(name)).filter((column) => column !== undefined);
	}

	private getColumn(name: string): number | undefined {
		const index = this.context.store.state.info.columns.findIndex((column) => column.name === name);
		return index < 0 ? undefined : index;
	}
}

function getKey({ number, column }: TracePlace, original: boolean): string {
	return `${number}:${column}:${original}`;
}

/** Concatenates the multi-line strings in JSON. Returns undefined if the JSON is invalid or has no such strings. */
function textsWithin(json: string): string | undefined {
	// In JSON, line breaks in strings are escaped as `\n`.
	const reading = json.includes('\\n') ? readJson(json) : undefined;
	const texts = reading?.kind === 'json' ? linesWithin(reading.root) : [];
	return texts.length === 0 ? undefined : texts.join('\n');
}

function linesWithin(node: JsonNode): readonly string[] {
	switch (node.kind) {
		case 'object':
			return node.members.flatMap(({ value }) => linesWithin(value));
		case 'array':
			return node.items.flatMap(linesWithin);
		case 'string':
			return node.text.includes('\n') ? [node.text] : [];
		case 'literal':
			return [];
	}
}
