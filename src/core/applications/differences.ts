import type { ExportEntry, StoredQuestion } from '../export/model/entry';
import type { Chunking, DateDimension, Filter, Format } from '../plan/plan';

export type Difference =
	/** Resolved start and end of the time range, such as `2026-03-01 12:00:00` (service document, section 4.2). */
	| { readonly kind: 'dates'; readonly since: string; readonly until: string }
	| { readonly kind: 'filters'; readonly filters: readonly Filter[] }
	| { readonly kind: 'timeBasis'; readonly dimension: DateDimension }
	/** Fields that are missing in at least one other export. Empty if all exports have the same fields. */
	| { readonly kind: 'fields'; readonly more: readonly string[] }
	| { readonly kind: 'chunking'; readonly chunking: Chunking | undefined }
	| { readonly kind: 'limit'; readonly limit: number | undefined }
	| { readonly kind: 'format'; readonly format: Format }
	/**
	 * Request time (ISO 8601, UTC), which distinguishes exports of the same records. `exact` means that the seconds are
	 * needed, because several requests were sent in the same minute.
	 */
	| { readonly kind: 'asked'; readonly at: string; readonly exact: boolean };

const aspects: readonly ((stored: StoredQuestion, common: ReadonlySet<string>) => Difference)[] = [
	({ question: { since, until } }) => ({ kind: 'dates', since, until }),
	({ question: { filters } }) => ({ kind: 'filters', filters }),
	({ question: { dateDimension } }) => ({ kind: 'timeBasis', dimension: dateDimension }),
	({ question: { fields } }, common) => ({ kind: 'fields', more: fields.filter((field) => !common.has(field)) }),
	({ plan: { chunking } }) => ({ kind: 'chunking', chunking }),
	({ question: { limit } }) => ({ kind: 'limit', limit }),
	({ question: { format } }) => ({ kind: 'format', format }),
];

export function differencesAmong(entries: readonly ExportEntry[]): ReadonlyMap<ExportEntry, readonly Difference[]> {
	const differencesByEntry = new Map<ExportEntry, readonly Difference[]>();
	for (const alike of groupBy(entries, ({ stored }) => stored.plan.range)) {
		const common = commonFields(alike);
		const known = new Map(
			alike.map((entry) => [entry, aspects.map((aspect) => aspect(entry.stored, common))] as const),
		);
		const differing = aspects.map((_, index) => distinct(alike.map((entry) => known.get(entry)?.[index])) > 1);
		const differences = (entry: ExportEntry) => (known.get(entry) ?? []).filter((_, index) => differing[index]);
		for (const twins of groupBy(alike, differences)) {
			const exact = distinct(twins.map(({ stored }) => stored.askedAt.slice(0, 16))) < twins.length;
			for (const entry of twins) {
				const requestedAt: Difference = { kind: 'asked', at: entry.stored.askedAt, exact };
				differencesByEntry.set(entry, [...differences(entry), ...(twins.length > 1 ? [requestedAt] : [])]);
			}
		}
	}
	return differencesByEntry;
}

function commonFields([first, ...others]: readonly ExportEntry[]): ReadonlySet<string> {
	const common = new Set(first?.stored.question.fields);
	for (const { stored } of others) {
		const fields = new Set(stored.question.fields);
		for (const field of common) {
			if (!fields.has(field)) {
				common.delete(field);
			}
		}
	}
	return common;
}

function groupBy<T>(items: readonly T[], getKey: (item: T) => unknown): readonly T[][] {
	return [...Map.groupBy(items, (item) => JSON.stringify(getKey(item))).values()];
}

function distinct(values: readonly unknown[]): number {
	return new Set(values.map((value) => JSON.stringify(value))).size;
}
