import { AppError } from '../../../common/errors';
import { Scheduler } from '../../../common/scheduler';
import { textLiteral } from '../../../database/literals';
import { batchTexts, GuardedPattern } from '../../query/values/guardedPattern';
import type { Dataset } from './dataset';
import { serverPattern } from './serverPattern';
import { among, type SqlColumn } from './sqlColumn';

/** Maximum number of distinct values to test in this process instead of on the server. */
const maxTested = 65_536;

/** Maximum total length, in UTF-16 code units, of values in a query. By default, servers reject longer queries. */
const maxListed = 80_000;

/**
 * Returns an SQL condition for a pattern. If possible, the server tests ASCII values. This process tests all other
 * values.
 * @throws AppError `invalidPattern`, `slowPattern`, or `onlyInFiles` if there are too many values.
 */
export async function patternCondition(
	dataset: Dataset,
	column: SqlColumn,
	pattern: string,
	signal: AbortSignal,
): Promise<string> {
	const guarded = new GuardedPattern(pattern);
	if (column.few) {
		return ofValues(dataset, column, guarded, '1', signal);
	}
	const onServer = column.folded === undefined ? undefined : serverPattern(pattern);
	if (onServer === undefined) {
		return ofValues(dataset, column, guarded, '1', signal);
	}
	const others = await ofValues(dataset, column, guarded, `${column.folded} != ''`, signal);
	return `(${column.folded} = '' AND match(${column.text}, ${textLiteral(onServer)})) OR (${column.folded} != '' AND ${others})`;
}

async function ofValues(
	dataset: Dataset,
	{ text }: SqlColumn,
	guarded: GuardedPattern,
	where: string,
	signal: AbortSignal,
): Promise<string> {
	const scope = `FROM ${dataset.from} WHERE (${dataset.condition}) AND (${where})`;
	const [[distinct = '0', length = '0'] = []] = await dataset.rows(
		`SELECT toString(uniqExact(cityHash64(${text}))), toString(max(length(${text}))) ${scope}`,
		1,
		signal,
	);
	if (Number(distinct) > maxTested || Number(distinct) * Number(length) > maxTested * 256) {
		throw new AppError({ kind: 'onlyInFiles', what: 'pattern' });
	}
	const rows = await dataset.rows(`SELECT DISTINCT ${text} ${scope}`, maxTested, signal);
	const values = rows.map(([value = '']) => value);
	const scheduler = new Scheduler(signal);
	const matching: string[] = [];
	const others: string[] = [];
	await scheduler.forEachBatch(
		values.length,
		(from, to) => {
			const some = values.slice(from, to);
			for (const [index, matches] of guarded.test(some).entries()) {
				(matches === 1 ? matching : others).push(some[index] ?? '');
			}
		},
		batchTexts,
	);
	const literalsOf = (some: readonly string[]) => some.map(textLiteral);
	const listed = [literalsOf(matching), literalsOf(others)] as const;
	const lengths = listed.map((literals) => literals.reduce((sum, literal) => sum + literal.length + 2, 0));
	const not = (lengths[1] ?? 0) < (lengths[0] ?? 0);
	if (Math.min(...lengths) > maxListed) {
		throw new AppError({ kind: 'onlyInFiles', what: 'pattern' });
	}
	return among(text, not ? listed[1] : listed[0], not);
}
