import type { RecordQueries } from '../../../../shared/recordsApi';
import type { GroupKey } from '../../../../shared/results';
import { textLiteral } from '../../../database/literals';
import { availableOrder } from '../../query/groups/availableOrder';
import { compareCodePoints } from '../../query/values/orderKey';
import type { RankedGroup } from '../dataset/rankedGroup';
import { hasTime, keyKinds, noTime } from '../dataset/schema';
import { groupExpression } from '../dataset/viewSql';
import type { ServerViews } from '../dataset/views';
import type { ViewTimes } from './groupDetails';

/** Latest time of a group without times. It is earlier than any real time. */
const untimed = String(noTime);

const maxNumbered = 1000;

const rankedAtOnce = 5000;

export interface GroupsToRank extends ViewTimes {
	readonly key: GroupKey;
}

interface Ranking extends Pick<RecordQueries['groups']['params'], 'order' | 'descending' | 'start' | 'end'> {
	readonly listed: string | undefined;
}

interface FirstGroups {
	readonly ranked: readonly RankedGroup[];
	readonly isAll: boolean;
}

/**
 * Ranks more groups than are shown. If the result contains all groups of the view, the records don't have to be scanned
 * again. Returns undefined if other clients can write to the table or if keys may be long.
 */
export async function rankFirst(
	views: ServerViews,
	grouped: GroupsToRank,
	{ order, descending }: Pick<Ranking, 'order' | 'descending'>,
	signal: AbortSignal,
	onProgress: (share: number) => void,
): Promise<FirstGroups | undefined> {
	const { scope, key } = grouped;
	if (order === 'trend' || views.dataset.isHashed || !hasShortKeys(views, key)) {
		return undefined;
	}
	const first = { order, descending, listed: undefined, start: 0, end: rankedAtOnce };
	const ranked = await views.ranked.get(
		JSON.stringify([scope, key, order, descending]),
		(signal, report) => rank(views, grouped, first, signal, report),
		signal,
		onProgress,
	);
	return { ranked, isAll: ranked.length < rankedAtOnce };
}

export async function rank(
	views: ServerViews,
	grouped: GroupsToRank,
	{ order, descending, listed, start, end }: Ranking,
	signal: AbortSignal,
	onProgress?: (share: number) => void,
): Promise<readonly RankedGroup[]> {
	const { dataset } = views;
	const { scope, key, times } = grouped;
	const first = Math.max(0, start);
	const most = Math.max(0, end - first);
	if (most === 0) {
		return [];
	}
	const later = times ? `if(2 * (_time - (${times.earliest})) > ${times.latest - times.earliest}, 1, -1)` : '0';
	const ofKind = key.kind === 'column' || key.kind === 'name' ? undefined : key.kind;
	const ownOrder = order === 'value' && ofKind === undefined ? `, any(${orderColumn(views, key)}) AS _o` : '';
	const known = await views.versions(signal);
	const versions = known && shownVersions(views, known.keys());
	const inner = `SELECT ${groupExpression(dataset, key)} AS _g, count() AS _c, uniqExactIf(_device, _device != 0) AS _d, minIf(_time, ${hasTime}) AS _s, max(_time) AS _l, min(_n) AS _f, argMin(toUInt16(_day), _n) AS _y, ${order === 'trend' ? `sumIf(${later}, ${hasTime})` : '0'} AS _r${ownOrder}${versions?.selected ?? ''} ${scope}${listed === undefined ? '' : ` AND (${listed})`} GROUP BY _g`;
	const joined =
		order === 'value' && ofKind !== undefined
			? `SELECT _g, _c, _d, _s, _l, _f, _y, _r, _o${versions ? ', _v, _w' : ''} FROM (${inner}) AS _a ANY LEFT JOIN (SELECT hash AS _g, ordered AS _o FROM ${dataset.keys} WHERE kind = ${keyKinds[ofKind]}) AS _b USING _g`
			: inner;
	const rows = await dataset.rows(
		`SELECT ${ofKind === undefined ? '_g' : 'lower(hex(_g))'}, toString(_c), toString(_d), toString(_s), toString(_l), toString(_f), toString(_y)${versions ? ', toString(_v), toString(_w)' : ''} FROM (${joined}) WHERE _c > 0 ORDER BY ${rankedBy(views, order, descending)} LIMIT ${first}, ${most}`,
		most,
		signal,
		onProgress,
	);
	const { deviceColumn, timeColumn } = dataset.info;
	const ranked = rows.map(
		([group = '', records, devices, firstSeen, lastSeen, number, day, least = '', most = '']): RankedGroup => ({
			group,
			records: Number(records),
			devices: deviceColumn === undefined ? undefined : Number(devices),
			firstSeen: timeColumn === undefined || lastSeen === untimed ? undefined : Number(firstSeen),
			lastSeen: timeColumn === undefined || lastSeen === untimed ? undefined : Number(lastSeen),
			first: { number: Number(number), day: Number(day) },
			versions: versions?.read(least, most),
		}),
	);
	views.locators.note(ranked.map((group) => group.first));
	return ranked;
}

function orderColumn({ dataset }: ServerViews, key: GroupKey): string {
	const column = key.kind === 'column' ? dataset.column(key.column) : dataset.named('error_name');
	return column?.order ?? "''";
}

/** Returns true if group keys are short. Hashes and values in columns with few distinct values are short. */
function hasShortKeys({ dataset }: ServerViews, key: GroupKey): boolean {
	const column = key.kind === 'column' ? dataset.column(key.column) : dataset.named('error_name');
	return (key.kind !== 'column' && key.kind !== 'name') || column?.few === true;
}

interface ShownVersions {
	readonly selected: string;
	read(least: string, most: string): RankedGroup['versions'];
}

/** Returns SQL for the lowest and highest version of a group. Versions are compared as numbers if possible. */
function shownVersions({ dataset }: ServerViews, known: Iterable<string>): ShownVersions | undefined {
	const { versionColumn } = dataset.info;
	if (versionColumn === undefined) {
		return undefined;
	}
	const { order } = dataset.column(versionColumn);
	const orders = [...known].sort(compareCodePoints);
	if (orders.length === 0 || orders.length > maxNumbered) {
		return {
			selected: `, minIf(${order}, ${order} != '') AS _v, max(${order}) AS _w`,
			read: (least, most) => ({ least, most }),
		};
	}
	const number = `transform(${order}, [${orders.map(textLiteral).join(', ')}], [${orders.map((_, index) => index + 1).join(', ')}], 0)`;
	const orderAt = (place: string) => orders[Number(place) - 1] ?? '';
	return {
		selected: `, minIf(${number}, ${number} != 0) AS _v, max(${number}) AS _w`,
		read: (least, most) => ({ least: orderAt(least), most: orderAt(most) }),
	};
}

function rankedBy(
	{ dataset }: ServerViews,
	order: RecordQueries['groups']['params']['order'],
	descending: boolean,
): string {
	const last = `_l = toInt64('${untimed}')`;
	const direction = descending ? 'DESC' : 'ASC';
	const by = (value: string) => `${value} ${direction}, _f`;
	switch (availableOrder(order, dataset.info)) {
		case 'records':
			return by('_c');
		case 'devices':
			return by(`_d ${direction}, _c`);
		case 'firstSeen':
			return `${last}, ${by('_s')}`;
		case 'lastSeen':
			return `${last}, ${by('_l')}`;
		case 'trend':
			return `${last}, ${by('_r')}`;
		case 'value':
			return `_o = '', ${by('_o')}`;
	}
}
