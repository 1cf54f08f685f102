import type { Column, GroupKey, RecordFilter } from '../../../shared/results';
import { zoneOfColumn } from './clock';
import { describeGroup } from './describeGroup';
import type { Formats } from './formats';
import type { Translate } from './translate';

interface FilterWords {
	readonly subject: string;
	readonly predicate: string;
}

export function describeFilter(
	filter: RecordFilter,
	columns: readonly Column[],
	t: Translate,
	formats: Formats,
): FilterWords {
	switch (filter.kind) {
		case 'contains':
			return { subject: getName(columns, filter.column), predicate: t('contains {0}', filter.text) };
		case 'oneOf': {
			const values = filter.values.map((value) => (value === '' ? t('(empty)') : value));
			return { subject: getName(columns, filter.column), predicate: oneOf(values, filter.not ?? false, t) };
		}
		case 'sameAs':
			return {
				subject: getName(columns, filter.column),
				predicate: `${filter.not ? '≠' : '='} ${filter.beginning}…`,
			};
		case 'range':
			return {
				subject: getName(columns, filter.column),
				predicate: describeRange(filter, columns[filter.column], t, formats),
			};
		case 'empty':
			return {
				subject: getName(columns, filter.column),
				predicate: filter.not ? t('is not empty') : t('is empty'),
			};
		case 'matches':
			return { subject: getName(columns, filter.column), predicate: t('matches /{0}/', filter.pattern) };
		case 'anywhere':
			return { subject: t('any field'), predicate: t('contains {0}', filter.text) };
		case 'group': {
			const values = filter.values.map((value) => describeGroup(filter.key, value, t));
			return { subject: describeGroupKey(filter.key, columns, t), predicate: oneOf(values, filter.not ?? false, t) };
		}
		case 'positions':
			return { subject: t('selected records'), predicate: '' };
		case 'broken':
			return { subject: t('malformed records'), predicate: '' };
	}
}

/** Describes a filter on one line. The description can be shared, because it contains no personal data. */
export function describeForOthers(
	filter: RecordFilter,
	columns: readonly Column[],
	t: Translate,
	formats: Formats,
): string {
	const { subject, predicate } = describeFilter(filter, columns, t, formats);
	const key = filter.kind === 'group' ? filter.key : filter;
	const isPersonal = 'column' in key && columns[key.column]?.personal === true;
	return isPersonal ? t('{0} (personal value hidden)', subject) : `${subject} ${predicate}`.trim();
}

function oneOf(values: readonly string[], not: boolean, t: Translate): string {
	const [first = '', ...others] = values;
	if (others.length === 0) {
		return `${not ? '≠' : '='} ${first}`;
	}
	const list = values.join(', ');
	return not ? t('is not one of {0}', list) : t('is one of {0}', list);
}

export function describeGroupKey(key: GroupKey, columns: readonly Column[], t: Translate): string {
	switch (key.kind) {
		case 'frames':
			return t('frames');
		case 'name':
			return t('name');
		case 'message':
			return t('message');
		case 'topFrame':
			return t('top frame');
		case 'column':
			return getName(columns, key.column);
	}
}

function describeRange(
	{ from, to, fromOpen, toOpen }: Extract<RecordFilter, { kind: 'range' }>,
	column: Column | undefined,
	t: Translate,
	viewFormats: Formats,
): string {
	const isTime = column?.kind === 'time';
	const zone = zoneOfColumn(column, viewFormats.timeZone);
	const formats = zone === viewFormats.timeZone ? viewFormats : viewFormats.inZone(zone);
	if (isTime && from !== undefined && to !== undefined) {
		return `${formats.timeRange(Number(from), Number(to))} ${formats.zone}`;
	}
	const show = (end: string) => (isTime ? formats.time(Number(end)) : end);
	if (fromOpen || toOpen) {
		const first = from === undefined ? [] : [`${fromOpen ? '>' : '≥'} ${show(from)}`];
		const last = to === undefined ? [] : [`${toOpen ? '<' : '≤'} ${show(to)}`];
		return [...first, ...last].join(' · ');
	}
	if (from !== undefined && to !== undefined) {
		return t('from {0} to {1}', show(from), show(to));
	}
	return from !== undefined ? t('from {0}', show(from)) : t('up to {0}', show(to ?? ''));
}

function getName(columns: readonly Column[], index: number): string {
	return columns[index]?.name ?? '';
}
