import type { RecordFilter, View } from '../../../../shared/results';
import { isProblem } from '../../../common/errors';
import { SharedCache } from '../../query/execution/sharedCache';
import { assertWhole, CountedParts, locateRecords, selectExactly } from './countedParts';
import type { Dataset } from './dataset';
import { assertOne, Locators } from './locators';
import { PartLists } from './partLists';
import { type RankedGroup, weightOfRanks } from './rankedGroup';
import type { SqlColumn } from './sqlColumn';
import { type ViewSql, viewSql } from './viewSql';

const maxCachedViews = 64;

const maxCachedRanks = 4_000_000;

export interface AskedView extends ViewSql {
	readonly parts: CountedParts;
	readonly records: number;
}

type VersionTexts = ReadonlyMap<string, string | undefined>;

/** If a column has this many distinct versions, none of them are cached. */
const maxVersions = 100_000;

async function textsByOrder(dataset: Dataset, { text, order }: SqlColumn, signal: AbortSignal): Promise<VersionTexts> {
	// Groups by text instead of sort key, because the server can use its dictionaries for grouping by text.
	const sql = `SELECT any(${order}), ${text} FROM ${dataset.from} GROUP BY ${text} LIMIT ${maxVersions}`;
	const rows = await dataset.rows(sql, maxVersions, signal);
	const texts = new Map<string, string | undefined>();
	// An incomplete list isn't used, because a missing version could have the same sort key as a listed version.
	for (const [key = '', value = ''] of rows.length < maxVersions ? rows : []) {
		if (value !== '') {
			texts.set(key, texts.has(key) ? undefined : value);
		}
	}
	return texts;
}

function noViews(): SharedCache<AskedView> {
	return new SharedCache(maxCachedViews, () => 1);
}

export class ServerViews {
	readonly locators = new Locators();
	private readonly lists = new PartLists();
	private views = noViews();
	/** Caches the first groups of a view. The cache key contains the filters, the group key and the order. */
	readonly ranked = new SharedCache<readonly RankedGroup[]>(maxCachedRanks, weightOfRanks);
	/** For each kind of query that exceeded the server's limits, the reciprocal of the sampling rate. */
	readonly sampled = new Map<string, number>();
	/** Conditions of views in which searching all days at once exceeded the server's limits. */
	readonly searchedByDay = new Set<string>();
	private readonly versionTexts = new SharedCache<VersionTexts>(1, () => 1);
	private readonly conditions = new SharedCache<ViewSql>(maxCachedViews, () => 1);

	constructor(
		readonly dataset: Dataset,
		private readonly sortedAtOnce = 20_000,
	) {}

	async view(view: View, signal: AbortSignal): Promise<AskedView> {
		return this.views.get(
			JSON.stringify(view),
			async (signal) => {
				const conditions = await this.sql(view, signal);
				const isWhole = view.filters.length === 0 && !this.dataset.isHashed;
				const records = isWhole ? this.dataset.info.total : await this.count(conditions, signal);
				return { ...conditions, records, parts: CountedParts.of(this.dataset, conditions, records, this.sortedAtOnce) };
			},
			signal,
		);
	}

	sql(view: View, signal: AbortSignal): Promise<ViewSql> {
		return this.conditions.get(JSON.stringify(view), (signal) => viewSql(this.dataset, view, signal), signal);
	}

	async scope(filters: readonly RecordFilter[], signal: AbortSignal): Promise<string> {
		const { from, where } = await this.sql({ filters, sort: [] }, signal);
		return `FROM ${from()} WHERE ${where}`;
	}

	/** Returns the versions. Returns undefined if there are too many or if other clients can write to the table. */
	async versions(signal: AbortSignal): Promise<VersionTexts | undefined> {
		const { dataset } = this;
		const { versionColumn } = dataset.info;
		const column = versionColumn === undefined ? undefined : dataset.column(versionColumn);
		return column?.few && !dataset.isHashed
			? this.versionTexts.get('', (signal) => textsByOrder(dataset, column, signal), signal)
			: undefined;
	}

	invalidateCounts(): void {
		this.views = noViews();
	}

	async selectedAt(
		view: AskedView,
		start: number,
		end: number,
		selected: readonly string[],
		signal: AbortSignal,
	): Promise<readonly (readonly string[])[]> {
		const numbers = await this.at(view, start, end, signal);
		try {
			return await this.ofRecords(numbers, selected, signal);
		} catch (error) {
			if (isProblem(error, 'databaseAnswer') && error.problem.fault === 'alike') {
				return selectExactly(this.dataset, view, view.parts, { start, end, selected }, signal);
			}
			throw error;
		}
	}

	async at(view: AskedView, start: number, end: number, signal: AbortSignal): Promise<readonly number[]> {
		const places = { parts: view.parts, lists: this.lists };
		const found = await locateRecords(this.dataset, view, places, { start, end }, signal);
		this.locators.note(found);
		return found.map(({ number }) => number);
	}

	async ofRecord(
		number: number,
		selected: readonly string[],
		signal: AbortSignal,
	): Promise<readonly string[] | undefined> {
		const [cells] = await this.found([number], selected, signal);
		return cells;
	}

	/** @throws AppError `databaseAnswer` if a record no longer exists */
	async ofRecords(
		numbers: readonly number[],
		selected: readonly string[],
		signal: AbortSignal,
	): Promise<readonly (readonly string[])[]> {
		const found = await this.found(numbers, selected, signal);
		assertWhole(found.length, numbers.length);
		return found;
	}

	scopeOf(numbers: readonly number[]): string {
		const { dataset, locators } = this;
		// Locations are cached only for records of the snapshot, so a query for these records needs no further condition.
		const isCounted = !dataset.isHashed && locators.knows(numbers);
		const those = locators.conditionOf(numbers);
		const where = isCounted ? those : `(${those}) AND (${dataset.condition})`;
		return `FROM ${dataset.within(locators.getDays(numbers))} WHERE ${where}`;
	}

	private async found(
		numbers: readonly number[],
		selected: readonly string[],
		signal: AbortSignal,
	): Promise<readonly (readonly string[])[]> {
		const { dataset } = this;
		if (numbers.length === 0) {
			return [];
		}
		const scope = this.scopeOf(numbers);
		const all = ['toString(_n)', ...selected].join(', ');
		// In a mapped table, identical records have the same number, so only one of them is selected.
		const sql = dataset.isHashed
			? `SELECT DISTINCT ${all} ${scope} LIMIT ${numbers.length + 1}`
			: `SELECT ${all} ${scope}`;
		const rows = await dataset.rows(sql, numbers.length + 1, signal);
		const byNumber = new Map(rows.map(([number, ...cells]) => [Number(number), cells]));
		assertOne(rows.slice(byNumber.size - 1));
		return numbers.flatMap((number) => {
			const cells = byNumber.get(number);
			return cells ? [cells] : [];
		});
	}

	private async count({ from, where }: ViewSql, signal: AbortSignal): Promise<number> {
		const { dataset } = this;
		const [[count = '0'] = []] = await dataset.rows(
			`SELECT toString(count()) FROM ${from()} WHERE ${where}`,
			1,
			signal,
		);
		return Number(count);
	}
}
