import type { SetsApart } from '../../../../shared/comparison';
import { encodeGroupValue } from '../../../../shared/groupValue';
import type { RecordQueries } from '../../../../shared/recordsApi';
import { hourOfDay } from '../../compare/periods';
import { apartColumns, type CountedAttribute, mostApart } from '../../compare/setsApart';
import { hasTime } from '../dataset/schema';
import { groupExpression, groupLiteral } from '../dataset/viewSql';
import type { ServerViews } from '../dataset/views';

/** Values of all attributes together. */
const maxValues = 1_000_000;

/** Clocks are ahead of each other by as much, or some of it times over (seconds). */
const quarter = 900;

/** What the devices of a group have in common that others of the view have not. */
export async function setsApartOnServer(
	views: ServerViews,
	{ view, key, value, timeZone }: RecordQueries['setsApart']['params'],
	signal: AbortSignal,
): Promise<SetsApart> {
	const { dataset } = views;
	const isByDevice = dataset.info.deviceColumn !== undefined;
	const columns = apartColumns.flatMap((name) => dataset.named(name) ?? []).filter(({ few }) => few);
	const isTimed = dataset.info.timeColumn !== undefined;
	const texts = [
		...columns.map(({ text }) => text),
		...(isTimed ? [`if(${hasTime}, toString(toInt64(floor(_time / ${quarter}))), '')`] : []),
	];
	const by = isByDevice ? 'devices' : 'records';
	if (texts.length === 0) {
		return { by, values: [] };
	}
	const isHere = `(${groupExpression(dataset, key)} = ${groupLiteral(key, encodeGroupValue(value))})`;
	const scope = await views.scope(view.filters, signal);
	// A device has one vote: that of its first record in the group, or else of its first one at all.
	const voteOf = (text: string) => (isByDevice ? `argMin(${text}, (1 - ${isHere}, toInt64(_n)))` : text);
	const votes = texts.map((text, place) => `(toUInt8(${place}), ${voteOf(text)})`).join(', ');
	const inner = `SELECT ${isByDevice ? `max(${isHere})` : isHere} AS _h, [${votes}] AS _q ${scope}${isByDevice ? ' AND _device != 0 GROUP BY _device' : ''}`;
	const rows = await dataset.rows(
		`SELECT toString(_h), toString(tupleElement(_p, 1)), tupleElement(_p, 2), toString(count()) FROM (${inner}) ARRAY JOIN _q AS _p GROUP BY _h, _p`,
		maxValues,
		signal,
	);
	const counted = rows.map(([here, place, value = '', count]) => ({
		isHere: here === '1',
		place: Number(place),
		value,
		count: Number(count),
	}));
	const ofColumns = columns.map(({ name }, place) =>
		attributeOf(
			name,
			counted.filter((one) => one.place === place),
		),
	);
	const times = counted.filter(({ place, value }) => place === columns.length && value !== '');
	return { by, values: mostApart([...ofColumns, ...(isTimed ? [hours(times, timeZone)] : [])]) };
}

interface CountedValue {
	readonly isHere: boolean;
	readonly value: string;
	readonly count: number;
}

function attributeOf(name: string, counted: readonly CountedValue[]): CountedAttribute {
	const values = new Map<string, { value: string; here: number; elsewhere: number }>();
	let [hereOf, elsewhereOf] = [0, 0];
	for (const { isHere, value, count } of counted) {
		if (value !== '') {
			const known = values.get(value) ?? { value, here: 0, elsewhere: 0 };
			values.set(value, known);
			known.here += isHere ? count : 0;
			known.elsewhere += isHere ? 0 : count;
			hereOf += isHere ? count : 0;
			elsewhereOf += isHere ? 0 : count;
		}
	}
	return { name, hereOf, elsewhereOf, values: [...values.values()] };
}

/** @param counted By quarters of an hour since 1970. */
function hours(counted: readonly CountedValue[], timeZone: string): CountedAttribute {
	let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
	for (const { value } of counted) {
		const time = Number(value) * quarter;
		first = Math.min(first, time);
		last = Math.max(last, time);
	}
	const hourAt = first <= last ? hourOfDay(first, last, timeZone) : () => 0;
	return attributeOf(
		'hour',
		counted.map((one) => ({ ...one, value: String(hourAt(Number(one.value) * quarter)) })),
	);
}
