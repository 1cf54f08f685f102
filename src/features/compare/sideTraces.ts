import { l10n, type ViewColumn } from 'vscode';
import { runCommand } from '../../services/commands';
import { Traces } from '../../services/traces/pageTraces';
import type { ComparedSide } from '../../shared/comparison';
import { DisposableOwner } from '../../shared/disposables';
import type { ComparisonHost } from '../../shared/protocols/comparisonProtocol';
import type { TraceView } from '../../shared/traceView';
import type { ComparedServices, ComparedSides } from './comparedSides';

const traceColumns = ['error', 'error_json'];

type Found = { readonly column: number; readonly view: TraceView };

export class SideTraces extends DisposableOwner {
	private readonly traces: Readonly<Record<ComparedSide, Traces>>;

	constructor(
		private readonly sides: ComparedSides,
		services: Pick<ComparedServices, 'engine' | 'frames' | 'mappings'>,
		private readonly column: () => ViewColumn | undefined,
	) {
		super();
		const of = (side: ComparedSide) => this.owned.add(new Traces(sides.traceReader(side), services, column));
		this.traces = { before: of('before'), after: of('after') };
	}

	onDidChange(listener: () => void): void {
		this.owned.add(this.traces.before.onDidChange(listener));
		this.owned.add(this.traces.after.onDidChange(listener));
	}

	async view(place: ComparisonHost['trace']['params'], signal: AbortSignal): Promise<TraceView | undefined> {
		return (await this.find(place, signal))?.view;
	}

	/** Opens the location of a frame. Returns a status message, or '' if nothing was opened. */
	async open({ side, ...at }: ComparisonHost['openFrame']['params'], signal: AbortSignal): Promise<string> {
		const found = await this.find({ side, number: at.number }, signal);
		const original = found?.view.shown === 'original';
		return found ? this.traces[side].open({ ...at, column: found.column, original }, signal) : '';
	}

	/** Opens one trace from each side in the diff editor. Returns a status message if a side has no trace. */
	async compare(asked: ComparisonHost['compareTraces']['params'], signal: AbortSignal): Promise<string> {
		const column = this.column();
		const [before, after] = [
			await this.document('before', asked.before, signal),
			await this.document('after', asked.after, signal),
		];
		if (!before || !after) {
			return l10n.t('The records contain no stack traces to compare.');
		}
		const title = l10n.t('{0} (Before ↔ After)', asked.title);
		await runCommand(
			'appErrors.compareTraceDocuments',
			{
				title,
				before: { ...before, title: l10n.t('Before {0}', before.title) },
				after: { ...after, title: l10n.t('After {0}', after.title) },
			},
			column,
		);
		return '';
	}

	private async document(side: ComparedSide, number: number, signal: AbortSignal) {
		const found = await this.find({ side, number }, signal);
		return found && this.traces[side].document({ number, column: found.column }, signal);
	}

	private async find(
		{ side, number }: ComparisonHost['trace']['params'],
		signal: AbortSignal,
	): Promise<Found | undefined> {
		const columns = (await this.sides.columns())[side];
		for (const name of traceColumns) {
			const column = columns.findIndex((known) => known.name === name);
			const view = column < 0 ? undefined : await this.traces[side].view({ number, column, original: false }, signal);
			if (view) {
				return { column, view };
			}
		}
		return undefined;
	}
}
