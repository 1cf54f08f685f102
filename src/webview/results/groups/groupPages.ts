import { DisposableOwner } from '../../../shared/disposables';
import { withoutGroup } from '../../../shared/groupFilters';
import type { GroupValue } from '../../../shared/groupValue';
import type { ResultsHost } from '../../../shared/protocols/resultsProtocol';
import type { RecordQueries } from '../../../shared/recordsApi';
import type { Group, GroupKey, GroupPage } from '../../../shared/results';
import type { CallOptions } from '../../../shared/rpc';
import { Latest } from '../../common/dom/latest';
import { sharedLabel } from '../../common/format/disambiguate';
import { unsorted, withFilters } from '../../common/state/viewFilters';
import type { Context } from '../context/context';
import type { State } from '../state/viewState';

const pageLength = 100;
/** Number of points in the trend, which is drawn as a sparkline about 80 CSS pixels wide. */
const trendParts = 24;

type Question = Omit<ResultsHost['groups']['params'], 'start' | 'end'>;

/** Returns the query for the list of groups. It ignores the selected group, which would hide the other groups. */
export function groupQuestion({ view, groupKey, groupOrder }: State): Question {
	return {
		view: unsorted(withFilters(view, withoutGroup(view.filters, groupKey))),
		key: groupKey,
		order: groupOrder,
		// Names are sorted from A to Z. In all other orders, the largest or most recent groups come first.
		descending: groupOrder !== 'value',
		trendParts,
	};
}

/** Loads groups page by page as they become visible. */
export class GroupPages extends DisposableOwner {
	private readonly asking = this.owned.add(new Latest());
	private readonly paging = this.owned.add(new Latest());
	private pages = new Map<number, readonly Group[]>();
	private labels: Map<string, GroupValue[]> | undefined;
	private awaited: number | undefined;
	private question: Question | undefined;
	/** Totals across all groups, including groups that have not been loaded. */
	total: Omit<GroupPage, 'page'> = { groups: 0, records: 0 };
	/** Group key of the loaded groups. It can differ from the key of the query that is running. */
	key: GroupKey = { kind: 'name' };

	constructor(
		private readonly context: Pick<Context, 'host' | 'fail'>,
		private readonly events: {
			/** Called while the first page is being loaded. `share` is the progress from 0 to 1. */
			readonly progressed: (share: number) => void;
			/** Called when the first page has been loaded. `before` returns the group that was previously at an index. */
			readonly answered: (before: (index: number) => Group | undefined) => void;
			readonly pageCame: () => void;
			readonly failed: (error: unknown) => void;
		},
	) {
		super();
	}

	at(index: number): Group | undefined {
		return groupAt(this.pages, index);
	}

	get values(): readonly GroupValue[] {
		return [...this.pages.values()].flat().map(({ value }) => value);
	}

	indexOf(value: GroupValue): number {
		const wanted = JSON.stringify(value);
		return this.pages.get(0)?.findIndex((group) => JSON.stringify(group.value) === wanted) ?? -1;
	}

	twins(value: GroupValue): readonly GroupValue[] {
		this.labels ??= Map.groupBy(this.values, (each) => sharedLabel(this.key, each));
		return this.labels.get(sharedLabel(this.key, value)) ?? [];
	}

	/** Starts a query. The previous groups remain visible until the result arrives. */
	ask(question: Question): void {
		this.forget();
		this.question = question;
		this.asking.run(async (signal) => {
			const onProgress = ({ share }: RecordQueries['groups']['progress']) => this.events.progressed(share);
			const { page, ...total } = await this.bring(question, 0, pageLength, { signal, onProgress });
			const before = this.pages;
			this.pages = new Map([[0, page]]);
			this.total = total;
			this.key = question.key;
			this.labels = undefined;
			this.events.answered((index) => groupAt(before, index));
		}, this.events.failed);
	}

	forget(): void {
		this.asking.dispose();
		this.paging.dispose();
		this.awaited = undefined;
		this.question = undefined;
	}

	async range(start: number, end: number, signal: AbortSignal): Promise<readonly Group[]> {
		const known = Array.from({ length: end - start }, (_, index) => this.at(start + index));
		const groups = known.filter((group) => group !== undefined);
		return groups.length === known.length || this.question === undefined
			? groups
			: (await this.bring(this.question, start, end, { signal })).page;
	}

	want(start: number, end: number): void {
		const { question } = this;
		const places = [Math.floor(start / pageLength), Math.floor((end - 1) / pageLength)];
		const missing = places.find((place) => !this.pages.has(place));
		if (question === undefined || missing === undefined || missing === this.awaited) {
			return;
		}
		this.awaited = missing;
		this.paging.run(
			async (signal) => {
				const from = missing * pageLength;
				const end = Math.min(this.total.listed ?? this.total.groups, from + pageLength);
				const { page } = await this.bring(question, from, end, { signal });
				this.awaited = undefined;
				this.pages.set(missing, page);
				this.labels = undefined;
				this.events.pageCame();
				this.want(start, end);
			},
			(error) => {
				this.awaited = undefined;
				this.context.fail(error);
			},
		);
	}

	private bring(
		question: Question,
		start: number,
		end: number,
		options: CallOptions<RecordQueries['groups']['progress']>,
	) {
		return this.context.host.call('groups', { ...question, start, end }, options);
	}
}

function groupAt(pages: ReadonlyMap<number, readonly Group[]>, index: number): Group | undefined {
	return pages.get(Math.floor(index / pageLength))?.[index % pageLength];
}
