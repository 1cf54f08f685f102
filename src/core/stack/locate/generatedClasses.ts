import { partitionPoint } from '../../common/sorting';
import { helperClasses, writtenName } from '../names/jvmNames';
import type { Frame } from '../trace/model';
import type { Declaration, Outline } from './outline/declaration';
import type { Family } from './outline/language';

/** Declarations for which a JVM compiler generated a class such as `Cart$load$1`, `Cart$2`, or `Cart$load$Line`. */
interface MadeClass {
	readonly functions: readonly Declaration[];
	readonly around: readonly Declaration[];
}

interface Scope {
	readonly owner: readonly string[];
	readonly within: readonly Declaration[] | undefined;
}

/** Finds the declarations of a generated class. Returns undefined if the class is declared in the source code. */
export function madeClass(
	frame: Frame,
	names: readonly string[],
	outline: Outline,
	family: Family,
	ofFile: boolean,
): MadeClass | undefined {
	const { type = '', method = '' } = frame;
	const segments = type
		.slice(type.lastIndexOf('.') + 1)
		.replace(/\$\$(?:inlined|Lambda|ExternalSynthetic)[\s\S]*/, '')
		.split('$')
		.filter((segment) => segment !== '' && !helperClasses.has(segment));
	if ((family !== 'kotlin' && family !== 'java') || segments.length < 2 || isDeclared(outline, segments)) {
		return undefined;
	}
	let scope: Scope = { owner: [], within: undefined };
	for (const segment of ofFile ? segments.slice(1) : segments) {
		const inner = enter(segment, scope, outline, family);
		if (inner !== undefined) {
			scope = inner;
		} else if (scope.within?.[0]?.kind !== 'function') {
			// The segment isn't inside a function, so it names a declaration, which the file no longer contains.
			return { functions: [], around: [] };
		}
	}
	const around = scope.within ?? [];
	const isHolder = around.some(({ kind }) => kind !== 'type');
	const owner = scope.owner.join('.');
	const isAnonymous = /^\d+$/.test(segments.at(-1) ?? '') && scope.owner.at(-1) !== '';
	const isInside = insideOf(around);
	const own = outline.members.filter(
		(member) =>
			names.includes(member.name) &&
			member.hasCode &&
			(isAnonymous ? member.owner.at(-1) === '' : member.owner.join('.') === owner) &&
			isInside(member),
	);
	if (own.length > 0 && !names.some((name) => around.some((holder) => holder.name === name))) {
		return { functions: own, around };
	}
	if (method === '<init>' || method === '<clinit>' || isHolder) {
		return isHolder || around.some(({ name }) => name === '') ? { functions: around, around } : undefined;
	}
	return around.some(({ name }) => name === '') ? { functions: [], around } : undefined;
}

function isDeclared({ types }: Outline, segments: readonly string[]): boolean {
	const wanted = segments.join('.');
	return types.some(({ owner, name }) => [...owner, name].join('.') === wanted);
}

function enter(segment: string, { owner, within }: Scope, outline: Outline, family: Family): Scope | undefined {
	const inside = within === undefined ? () => true : insideOf(within);
	if (/^\d+$/.test(segment)) {
		const numbered = outline.types
			.filter((type) => type.name === '' && type.owner.join('.') === owner.join('.') && inside(type))
			.sort((a, b) => a.first - b.first);
		// The number identifies an anonymous class only in Java. Kotlin also numbers lambdas and coroutines.
		const chosen = family === 'java' ? numbered[Number(segment) - 1] : undefined;
		return chosen === undefined ? { owner, within } : { owner: [...owner, ''], within: [chosen] };
	}
	const name = segment.replace(/^\d+/, '');
	const types = outline.types.filter((type) => type.name === name && inside(type));
	const [type] = types;
	if (type !== undefined) {
		return { owner: [...type.owner, name], within: types };
	}
	const plain = writtenName(name);
	const members = outline.members.filter((member) => member.name === plain && inside(member));
	const here = members.filter((member) => member.owner.join('.') === owner.join('.'));
	return members.length === 0 ? undefined : { owner, within: here.length > 0 ? here : members };
}

/** Returns a function that checks in O(log n) time whether a declaration is inside one of the given declarations. */
function insideOf(around: readonly Declaration[]): (declared: Declaration) => boolean {
	const sorted = around.toSorted((a, b) => a.first - b.first);
	const reach: number[] = [];
	for (const { last } of sorted) {
		reach.push(Math.max(last, reach.at(-1) ?? 0));
	}
	return ({ first, last }) => {
		const next = partitionPoint(0, sorted.length, (index) => (sorted[index]?.first ?? 0) <= first);
		return (reach[next - 1] ?? 0) >= last;
	};
}
