import { fold } from '../../../../shared/fold';
import { encodeGroupValue } from '../../../../shared/groupValue';
import type { RecordQueries } from '../../../../shared/recordsApi';
import type { Group, GroupKey, GroupPage } from '../../../../shared/results';
import { textLiteral } from '../../../database/literals';
import { hasTime, keyKinds } from '../dataset/schema';
import { containsText } from '../dataset/sqlColumn';
import { groupExpression, groupLiteral } from '../dataset/viewSql';
import type { ServerViews } from '../dataset/views';
import { describeOnServer, type RankedGroup, type ViewTimes } from './groupDetails';

/** What ranks groups is of the whole view. Old servers make a group of nothing, where all records have the same key. */
interface GroupedView extends ViewTimes {
	readonly scope: string;
	readonly key: GroupKey;
	readonly expression: string;
	readonly groups: number;
	readonly records: number;
}

export async function groupsOnServer(
	views: ServerViews,
	{ view, key, order, descending, containing = '', start, end, trendParts }: RecordQueries['groups']['params'],
	signal: AbortSignal,
	report: (progress: RecordQueries['groups']['progress']) => void,
): Promise<GroupPage> {
	const grouped = await groupedView(views, view.filters, key, signal);
	const listed = containing === '' ? undefined : listing(views, key, containing);
	const ranked = await rank(views, grouped, { order, descending, listed, start, end }, signal, (share) =>
		report({ share }),
	);
	return {
		groups: grouped.groups,
		...(listed !== undefined && { listed: await countListed(views, grouped, listed, signal) }),
		records: grouped.records,
		page: await describeOnServer(views, grouped, key, ranked, trendParts, signal),
	};
}

export async function groupOnServer(
	views: ServerViews,
	{ view, key, value, trendParts }: RecordQueries['group']['params'],
	signal: AbortSignal,
): Promise<Group | undefined> {
	const grouped = await groupedView(views, view.filters, key, signal);
	const listed = `${grouped.expression} = ${groupLiteral(key, encodeGroupValue(value))}`;
	const one = { order: 'records', descending: true, listed, start: 0, end: 1 } as const;
	const [group] = await describeOnServer(
		views,
		grouped,
		key,
		await rank(views, grouped, one, signal),
		trendParts,
		signal,
	);
	return group;
}

async function groupedView(
	views: ServerViews,
	filters: RecordQueries['groups']['params']['view']['filters'],
	key: GroupKey,
	signal: AbortSignal,
): Promise<GroupedView> {
	const { dataset } = views;
	const expression = groupExpression(dataset, key);
	const scope = await views.scope(filters, signal);
	const [[groups = '0', records = '0', timed = '0', earliest = '0', latest = '0'] = []] = await dataset.rows(
		`SELECT toString(uniqExact(${expression})), toString(count()), toString(countIf(${hasTime})), toString(minIf(_time, ${hasTime})), toString(maxIf(_time, ${hasTime})) ${scope}`,
		1,
		signal,
	);
	const isTimed = dataset.info.timeColumn !== undefined && timed !== '0';
	const times = isTimed ? { earliest: Number(earliest), latest: Number(latest) } : undefined;
	return { scope, key, expression, groups: Number(groups), records: Number(records), times };
}

/** Holds for records of groups in whose keys a text occurs. */
function listing({ dataset }: ServerViews, key: GroupKey, containing: string): string {
	if (key.kind === 'column' || key.kind === 'name') {
		const column = key.kind === 'name' ? dataset.named('error_name') : dataset.column(key.column);
		return column ? containsText(column, fold(containing)) : '0';
	}
	const keys = `SELECT hash FROM ${dataset.keys} WHERE kind = ${keyKinds[key.kind]} AND position(searched, ${textLiteral(fold(containing))}) > 0`;
	return `${groupExpression(dataset, key)} GLOBAL IN (${keys})`;
}

async function countListed(
	{ dataset }: ServerViews,
	{ expression, scope }: GroupedView,
	listed: string,
	signal: AbortSignal,
): Promise<number> {
	const [[count = '0'] = []] = await dataset.rows(
		`SELECT toString(uniqExact(${expression})) ${scope} AND (${listed})`,
		1,
		signal,
	);
	return Number(count);
}

interface Ranking extends Pick<RecordQueries['groups']['params'], 'order' | 'descending' | 'start' | 'end'> {
	/** Holds for the records of the groups that are listed. */
	readonly listed: string | undefined;
}

/** Groups of a view in an order; equal ones as their first records stand in what was loaded. */
async function rank(
	views: ServerViews,
	grouped: GroupedView,
	{ order, descending, listed, start, end }: Ranking,
	signal: AbortSignal,
	onProgress?: (share: number) => void,
): Promise<readonly RankedGroup[]> {
	const { dataset } = views;
	const { expression, scope, key, times } = grouped;
	const first = Math.max(0, start);
	const most = Math.max(0, end - first);
	if (most === 0) {
		return [];
	}
	const later = times ? `if(2 * (_time - (${times.earliest})) > ${times.latest - times.earliest}, 1, -1)` : '0';
	const ofKind = key.kind === 'column' || key.kind === 'name' ? undefined : key.kind;
	const ownOrder = ofKind === undefined ? `, any(${orderColumn(views, key)}) AS _o` : '';
	const inner = `SELECT ${expression} AS _g, count() AS _c, uniqExactIf(_device, _device != 0) AS _d, countIf(${hasTime}) AS _t, minIf(_time, ${hasTime}) AS _s, maxIf(_time, ${hasTime}) AS _l, min(_n) AS _f, argMin(toUInt16(_day), _n) AS _y, sumIf(${later}, ${hasTime}) AS _r${ownOrder} ${scope}${listed === undefined ? '' : ` AND (${listed})`} GROUP BY _g`;
	const joined =
		order === 'value' && ofKind !== undefined
			? `SELECT _g, _c, _d, _t, _s, _l, _f, _y, _r, _o FROM (${inner}) AS _a ANY LEFT JOIN (SELECT hash AS _g, ordered AS _o FROM ${dataset.keys} WHERE kind = ${keyKinds[ofKind]}) AS _b USING _g`
			: inner;
	const rows = await dataset.rows(
		`SELECT ${ofKind === undefined ? '_g' : 'lower(hex(_g))'}, toString(_c), toString(_d), toString(_t), toString(_s), toString(_l), toString(_f), toString(_y) FROM (${joined}) WHERE _c > 0 ORDER BY ${rankedBy(views, order, descending, times !== undefined)} LIMIT ${first}, ${most}`,
		most,
		signal,
		onProgress,
	);
	const ranked = rows.map(
		([group = '', records, devices, timed, firstSeen, lastSeen, number, day]): RankedGroup => ({
			group,
			records: Number(records),
			devices: dataset.info.deviceColumn === undefined ? undefined : Number(devices),
			firstSeen: times && timed !== '0' ? Number(firstSeen) : undefined,
			lastSeen: times && timed !== '0' ? Number(lastSeen) : undefined,
			first: { number: Number(number), day: Number(day) },
		}),
	);
	views.locators.note(ranked.map((group) => group.first));
	return ranked;
}

function orderColumn({ dataset }: ServerViews, key: GroupKey): string {
	const column = key.kind === 'column' ? dataset.column(key.column) : dataset.named('error_name');
	return column?.order ?? "''";
}

function rankedBy(
	{ dataset }: ServerViews,
	order: RecordQueries['groups']['params']['order'],
	descending: boolean,
	timed: boolean,
): string {
	const by = (value: string) => `${value} ${descending ? 'DESC' : 'ASC'}, _f`;
	switch (order) {
		case 'records':
			return by('_c');
		case 'devices':
			return dataset.info.deviceColumn === undefined ? '_f' : by('_d');
		case 'firstSeen':
			return timed ? `_t = 0, ${by('_s')}` : '_f';
		case 'lastSeen':
			return timed ? `_t = 0, ${by('_l')}` : '_f';
		case 'trend':
			return timed ? `_t = 0, ${by('_r')}` : '_f';
		case 'value':
			return `_o = '', ${by('_o')}`;
	}
}
