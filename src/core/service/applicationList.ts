import { AppError } from '../common/errors';
import { cut, plainText } from '../common/plainText';
import { isApplicationId } from '../plan/applicationId';
import { isZoneName, type Zone } from '../plan/range';
import type { Application, ApplicationListing } from './application';

const maxShapeLength = 300;
const maxNameLength = 200;
/** Maximum number of details that fit into a tooltip. */
const maxDetails = 40;
const maxDetailNameLength = 64;
const maxDetailLength = 200;
/** Maximum UTC offset of a time zone, in seconds. A larger number isn't an offset. */
const largestOffset = 18 * 3600;

/** Possible names of the member that contains the ID, in order of precedence. Case and separators are ignored. */
const idNames = ['applicationid', 'id', 'appid'];
const nameNames = ['name', 'applicationname', 'appname', 'title', 'label', 'displayname'];
const zoneNames = ['timezonename', 'timezone'];
const offsetNames = ['timezoneoffset'];

/**
 * Parses the list of applications. The response format is undocumented (service document, section 4.1), so any
 * unambiguous list of objects or IDs is accepted, nested at most two levels deep.
 * @param hide Removes the token from text before it is stored
 * @throws AppError `unknownShape`, or SyntaxError if the text is not valid JSON
 */
export function decodeApplications(text: string, hide: (text: string) => string): ApplicationListing {
	const listing = parseListing(text);
	const elements = findList(listing);
	if (!elements) {
		throw unknownShape(describeShape(listing), hide);
	}
	const byId = new Map<string, Application>();
	let unreadable = 0;
	for (const element of elements) {
		const application = readApplication(element, hide);
		if (application) {
			byId.set(application.id, merge(byId.get(application.id), application));
		} else {
			unreadable++;
		}
	}
	if (byId.size === 0 && unreadable > 0) {
		throw unknownShape(describeShape(elements), hide);
	}
	return { applications: [...byId.values()], unreadable };
}

function parseListing(text: string): ListingValue {
	try {
		return parseListingJson(text);
	} catch (error) {
		if (error instanceof RangeError) {
			throw new AppError({ kind: 'unknownShape', shape: '' });
		}
		throw error;
	}
}

function findList(listing: ListingValue): readonly ListingValue[] | undefined {
	if (isListingArray(listing)) {
		return isCandidate(listing) ? listing : undefined;
	}
	if (!isListingObject(listing)) {
		return undefined;
	}
	const envelopes = Object.values(listing).filter(isListingObject);
	return findMember([listing]) ?? findMember(envelopes);
}

function findMember(objects: readonly ListingObject[]): readonly ListingValue[] | undefined {
	const lists = objects.flatMap((object) =>
		Object.entries(object).flatMap(([name, value]) =>
			isListingArray(value) && isCandidate(value) ? [{ name, value }] : [],
		),
	);
	const named = lists.filter(({ name }) => spelling(name) === 'applications');
	const [chosen, other] = named.length > 0 ? named : lists;
	return other === undefined ? chosen?.value : undefined;
}

function isCandidate(list: readonly ListingValue[]): boolean {
	return list.length === 0 || list.some((element) => isListingObject(element) || isId(element));
}

function readApplication(element: ListingValue, hide: (text: string) => string): Application | undefined {
	if (isId(element)) {
		return { id: element, details: [] };
	}
	if (!isListingObject(element)) {
		return undefined;
	}
	const id = pick(element, idNames, isId);
	if (!id) {
		return undefined;
	}
	const name = pick(element, nameNames, isText);
	const zone = readZone(element);
	const used = new Set([id.member, name?.member, ...(zone?.members ?? [])]);
	return {
		id: id.value,
		name: name && presentable(name.value, maxNameLength, hide),
		zone: zone?.zone,
		details: Object.entries(element)
			.filter(([member, value]) => !used.has(member) && isPlain(value))
			.slice(0, maxDetails)
			.map(([member, value]) => [
				presentable(member, maxDetailNameLength, hide),
				presentable(String(value), maxDetailLength, hide),
			]),
	};
}

/** Returns an application's time zone. A named zone is preferred, because it includes daylight saving time. */
function readZone(element: ListingObject): { readonly zone: Zone; readonly members: readonly string[] } | undefined {
	const named = pick(element, zoneNames, (value) => isText(value) && isZoneName(value));
	const offset = pick(element, offsetNames, isOffset);
	if (named) {
		return {
			zone: { kind: 'named', name: named.value },
			members: offset ? [named.member, offset.member] : [named.member],
		};
	}
	return offset && { zone: { kind: 'offset', seconds: Number(offset.value) }, members: [offset.member] };
}

function pick(
	element: ListingObject,
	spellings: readonly string[],
	accept: (value: ListingValue | undefined) => boolean,
): { readonly member: string; readonly value: string } | undefined {
	for (const wanted of spellings) {
		for (const [member, value] of Object.entries(element)) {
			if (spelling(member) === wanted && typeof value === 'string' && accept(value)) {
				return { member, value };
			}
		}
	}
	return undefined;
}

function spelling(member: string): string {
	return member.toLowerCase().replace(/[\s_-]/g, '');
}

function isId(value: ListingValue | undefined): value is string {
	return typeof value === 'string' && isApplicationId(value);
}

function isText(value: ListingValue | undefined): value is string {
	return typeof value === 'string' && plainText(value) !== '';
}

function isPlain(value: ListingValue | undefined): value is string | boolean {
	return isText(value) || typeof value === 'boolean';
}

function isOffset(value: ListingValue | undefined): boolean {
	return typeof value === 'string' && /^-?\d{1,5}$/.test(value) && Math.abs(Number(value)) <= largestOffset;
}

function presentable(text: string, length: number, hide: (text: string) => string): string {
	return cut(hide(plainText(text)), length);
}

function merge(known: Application | undefined, again: Application): Application {
	if (!known) {
		return again;
	}
	const members = new Set(known.details.map(([member]) => member));
	return {
		id: known.id,
		name: known.name ?? again.name,
		zone: known.zone ?? again.zone,
		details: [...known.details, ...again.details.filter(([member]) => !members.has(member))].slice(0, maxDetails),
	};
}

function unknownShape(shape: string, hide: (text: string) => string): AppError {
	return new AppError({ kind: 'unknownShape', shape: presentable(shape, maxShapeLength, hide) });
}

/** JSON value whose numbers are represented by their source text. */
type ListingValue = string | boolean | null | readonly ListingValue[] | ListingObject;
interface ListingObject {
	readonly [member: string]: ListingValue | undefined;
}

/** Matches the names of possible secrets in the application list, such as API keys. */
const secretLike = /token|key|secret|passw|credential/i;

/** Parses the list of applications. Numbers become strings, because IDs can exceed 2^53. Secrets are removed. */
export function parseListingJson(text: string): ListingValue {
	return JSON.parse(text, (name: string, value: unknown, context?: { readonly source?: string }) => {
		if (secretLike.test(name)) {
			return undefined;
		}
		return typeof value === 'number' ? (context?.source ?? String(value)) : value;
	});
}

function isListingObject(value: ListingValue | undefined): value is ListingObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isListingArray(value: ListingValue | undefined): value is readonly ListingValue[] {
	return Array.isArray(value);
}

/** Describes the names of members in a value, without their values. The result is safe for logs and messages. */
function describeShape(value: ListingValue): string {
	return describe(value, 2);
}

function describe(value: ListingValue | undefined, depth: number): string {
	if (isListingArray(value)) {
		return value.length === 0 ? '[]' : `[${describe(value[0], depth)}]`;
	}
	if (!isListingObject(value)) {
		return value === null ? 'null' : typeof value === 'string' ? 'text' : typeof value;
	}
	if (depth === 0) {
		return '{}';
	}
	const members = Object.entries(value).map(([name, member]) =>
		typeof member === 'object' && member !== null ? `${name}: ${describe(member, depth - 1)}` : name,
	);
	return `{${members.join(', ')}}`;
}
