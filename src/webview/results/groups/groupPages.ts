import { type Disposable, DisposableStore } from '../../../shared/disposables';
import { withoutGroup } from '../../../shared/groupFilters';
import type { GroupValue } from '../../../shared/groupValue';
import type { RecordQueries } from '../../../shared/recordsApi';
import type { Group, GroupKey, GroupPage } from '../../../shared/results';
import type { CallOptions } from '../../../shared/rpc';
import { Latest } from '../../common/dom/latest';
import { unsorted, withFilters } from '../../common/state/viewFilters';
import { sharedLabel } from '../../common/words/tellApart';
import type { Context } from '../context/context';
import type { State } from '../state/viewState';

const pageLength = 100;
/** How many points a trend has; a sparkline is about 80 CSS pixels wide. */
const trendParts = 24;

type Question = Omit<RecordQueries['groups']['params'], 'start' | 'end'>;

/** What the list of groups depends on. A chosen group does not hide the others, so it is left out. */
export function groupQuestion({ view, groupKey, groupOrder }: State): Question {
	return {
		view: unsorted(withFilters(view, withoutGroup(view.filters, groupKey))),
		key: groupKey,
		order: groupOrder,
		// Names are read from A; of everything else, the most and the newest come first.
		descending: groupOrder !== 'value',
		trendParts,
	};
}

/** The groups of one question, brought by the page as they are looked at. */
export class GroupPages implements Disposable {
	private readonly owned = new DisposableStore();
	private readonly asking = this.owned.add(new Latest());
	private readonly paging = this.owned.add(new Latest());
	private pages = new Map<number, readonly Group[]>();
	private labels: Map<string, GroupValue[]> | undefined;
	private awaited: number | undefined;
	private question: Question | undefined;
	/** Of all groups, also those that are not here yet. */
	total: Omit<GroupPage, 'page'> = { groups: 0, records: 0 };
	/** What the groups that are here were made by, while others may be asked for. */
	key: GroupKey = { kind: 'name' };

	constructor(
		private readonly context: Pick<Context, 'host' | 'fail'>,
		private readonly events: {
			/** How much is done of what the first page of another question takes, from 0 to 1. */
			readonly progressed: (share: number) => void;
			/** The first page of another question is here. @param before What was at a place until now. */
			readonly answered: (before: (index: number) => Group | undefined) => void;
			readonly pageCame: () => void;
			/** No answer will come to the question. */
			readonly failed: (error: unknown) => void;
		},
	) {}

	at(index: number): Group | undefined {
		return groupAt(this.pages, index);
	}

	/** The place of a group, if it is on the first page; -1 otherwise. */
	indexOf(value: GroupValue): number {
		const wanted = JSON.stringify(value);
		return this.pages.get(0)?.findIndex((group) => JSON.stringify(group.value) === wanted) ?? -1;
	}

	/** Groups that are here and read the same, the one itself among them. */
	twins(value: GroupValue): readonly GroupValue[] {
		this.labels ??= Map.groupBy(
			[...this.pages.values()].flat().map((group) => group.value),
			(each) => sharedLabel(this.key, each),
		);
		return this.labels.get(sharedLabel(this.key, value)) ?? [];
	}

	/** What was there stays until the answer comes. */
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

	/** Stops bringing anything. */
	forget(): void {
		this.asking.dispose();
		this.paging.dispose();
		this.awaited = undefined;
		this.question = undefined;
	}

	/** Some groups of the question, wherever they are. */
	async range(start: number, end: number, signal: AbortSignal): Promise<readonly Group[]> {
		const known = Array.from({ length: end - start }, (_, index) => this.at(start + index));
		const groups = known.filter((group) => group !== undefined);
		return groups.length === known.length || this.question === undefined
			? groups
			: (await this.bring(this.question, start, end, { signal })).page;
	}

	/** Brings what is missing of a range, one page after the other. */
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

	dispose(): void {
		this.owned.dispose();
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
