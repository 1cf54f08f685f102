import type { FieldsSection } from '../model/syncedSet';
import type { PlaceTest } from './countRecords';
import type { PartitionRecords } from './partitionRecords';

type SectionedFile = Pick<PartitionRecords, 'fields' | 'sections' | 'damaged'>;

/**
 * Returns the sections of a file. The positions of records in a damaged file are unknown, so such a file has a single
 * section with the fields that all its records have.
 */
export function sectionsOf({ fields, sections, damaged }: SectionedFile): readonly FieldsSection[] {
	if (!sections || damaged) {
		const known = fields.filter((field) => sections?.every((section) => section.fields.includes(field)) ?? true);
		return [{ rows: Number.POSITIVE_INFINITY, fields: known }];
	}
	return sections;
}

export function placesIn(file: SectionedFile, isWanted: (section: FieldsSection) => boolean): PlaceTest | undefined {
	const sections = sectionsOf(file);
	if (sections.every(isWanted)) {
		return undefined;
	}
	const wanted = withStarts(sections).filter(isWanted);
	return (position) => wanted.some(({ start, rows }) => start <= position && position < start + rows);
}

/**
 * Returns the sections of a file that contains a response and, after it, existing records. Returns undefined if all
 * records have the same fields.
 */
export function sectionsAfter(
	first: FieldsSection,
	former: SectionedFile | undefined,
	retained: ReadonlySet<number>,
): readonly FieldsSection[] | undefined {
	const positions = [...retained];
	const kept = withStarts(former ? sectionsOf(former) : []).map(({ start, rows, fields }) => ({
		rows: positions.filter((position) => start <= position && position < start + rows).length,
		fields,
	}));
	const sections: FieldsSection[] = [];
	for (const section of [first, ...kept].filter(({ rows }) => rows > 0)) {
		const last = sections.at(-1);
		if (last && haveSameFields(last, section)) {
			sections[sections.length - 1] = { ...last, rows: last.rows + section.rows };
		} else {
			sections.push(section);
		}
	}
	return sections.every(({ fields }) => haveSameFields({ fields }, first)) ? undefined : sections;
}

function withStarts(sections: readonly FieldsSection[]): readonly (FieldsSection & { readonly start: number })[] {
	let end = 0;
	return sections.map((section) => {
		const start = end;
		end += section.rows;
		return { ...section, start };
	});
}

function haveSameFields(
	{ fields: a }: Pick<FieldsSection, 'fields'>,
	{ fields: b }: Pick<FieldsSection, 'fields'>,
): boolean {
	return a.length === b.length && a.every((field) => b.includes(field));
}
