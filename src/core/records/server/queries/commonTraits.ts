import type { CommonTraits } from '../../../../shared/comparison';
import { encodeGroupValue } from '../../../../shared/groupValue';
import type { RecordQueries } from '../../../../shared/recordsApi';
import { type CountedAttribute, strongestTraits, traitColumns } from '../../compare/commonTraits';
import { hourOfDay } from '../../compare/periods';
import { hasTime } from '../dataset/schema';
import { groupExpression, groupLiteral } from '../dataset/viewSql';
import type { ServerViews } from '../dataset/views';
import { exactOrSampled, inSample } from './sample';

const maxValues = 1_000_000;

/** Quarter of an hour in seconds. Every time zone offset is a multiple of this duration. */
const quarterSeconds = 900;

export async function commonTraitsOnServer(
	views: ServerViews,
	{ view, key, value, timeZone }: RecordQueries['commonTraits']['params'],
	signal: AbortSignal,
): Promise<CommonTraits> {
	const { dataset } = views;
	const isByDevice = dataset.info.deviceColumn !== undefined;
	const columns = traitColumns.flatMap((name) => dataset.named(name) ?? []).filter(({ few }) => few);
	const isTimed = dataset.info.timeColumn !== undefined;
	const texts = [
		...columns.map(({ text }) => text),
		...(isTimed ? [`if(${hasTime}, toString(toInt64(floor(_time / ${quarterSeconds}))), '')`] : []),
	];
	const by = isByDevice ? 'devices' : 'records';
	if (texts.length === 0) {
		return { by, values: [] };
	}
	const isHere = `(${groupExpression(dataset, key)} = ${groupLiteral(key, encodeGroupValue(value))})`;
	const scope = await views.scope(view.filters, signal);
	// Uses each device's first record in the group. For a device without a record in the group, uses its first record in
	// the view.
	const voteOf = (text: string) => (isByDevice ? `argMin(${text}, (1 - ${isHere}, toInt64(_n)))` : text);
	const votes = texts.map((text, index) => `(toUInt8(${index}), ${voteOf(text)})`).join(', ');
	const query = (sample: string) => {
		const grouped = isByDevice ? ` AND _device != 0${sample} GROUP BY _device` : sample;
		const inner = `SELECT ${isByDevice ? `max(${isHere})` : isHere} AS _h, [${votes}] AS _q ${scope}${grouped}`;
		return dataset.rows(
			`SELECT toString(_h), toString(tupleElement(_p, 1)), tupleElement(_p, 2), toString(count()) FROM (${inner}) ARRAY JOIN _q AS _p GROUP BY _h, _p`,
			maxValues,
			signal,
		);
	};
	const { rows, ...sampled } = await exactOrSampled<TraitRows>(views, {
		id: 'commonTraits',
		exact: async () => ({ rows: await query('') }),
		sampled: async (share) => ({
			rows: await query(` AND ${inSample(isByDevice ? '_device' : '_n', share)}`),
			sampled: share,
		}),
	});
	const counted = rows.map(([here, place, value = '', count]) => ({
		isHere: here === '1',
		place: Number(place),
		value,
		count: Number(count),
	}));
	const ofColumns = columns.map(({ name }, index) =>
		attributeOf(
			name,
			counted.filter((one) => one.place === index),
		),
	);
	const times = counted.filter(({ place, value }) => place === columns.length && value !== '');
	return { by, ...sampled, values: strongestTraits([...ofColumns, ...(isTimed ? [hours(times, timeZone)] : [])]) };
}

interface TraitRows {
	readonly rows: readonly (readonly string[])[];
	/** Reciprocal of the sampling rate. Undefined if all devices or records were examined. */
	readonly sampled?: number;
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

function hours(counted: readonly CountedValue[], timeZone: string): CountedAttribute {
	let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
	for (const { value } of counted) {
		const time = Number(value) * quarterSeconds;
		first = Math.min(first, time);
		last = Math.max(last, time);
	}
	const hourAt = first <= last ? hourOfDay(first, last, timeZone) : () => 0;
	return attributeOf(
		'hour',
		counted.map((one) => ({ ...one, value: String(hourAt(Number(one.value) * quarterSeconds)) })),
	);
}
