import { Choices, maxChoices } from './choices';
import type { ClassMapping, ClassNames } from './classMapping';
import { type MethodChains, narrow } from './inlineChains';
import { type MinifiedFrame, type SourcePlace, SourcePlaces } from './sourcePlaces';

export interface Resolution {
	readonly outcome: 'mapped' | 'partly' | 'kept' | 'removed';
	/** What the frame may stand for, each innermost first. One when it is certain. */
	readonly choices: readonly (readonly SourcePlace[])[];
	/** Choices that were too many to list. */
	readonly more: number;
	/** For the frame below, when this one is in an outline. */
	readonly carried: number | undefined;
	/** The mapping has more about it than is read. */
	readonly excess: boolean;
}

/** What the lines above a frame say about it. */
export interface FrameContext {
	/** Original name of the exception in the line directly above. */
	readonly thrown: string | undefined;
	/** The place in the outline that the frame above was in. */
	readonly carried: number | undefined;
}

/** Chains of all classes with one minified name that are looked through for one frame. */
const maxChains = 10_000;

const kept: Resolution = { outcome: 'kept', choices: [], more: 0, carried: undefined, excess: false };

/**
 * The algorithm of retracing one frame, as R8's own tool has it.
 * @param maxInlined frames that one is turned into
 */
export function resolveFrame(
	frame: MinifiedFrame,
	names: ClassNames,
	context: FrameContext,
	maxInlined: number,
): Resolution {
	const choices = new Choices();
	let carried: number | undefined;
	let certain = true;
	// What an outline does to a position is known only when its method is.
	const position = context.carried === undefined ? frame.position : undefined;
	let excess = false;
	for (const { original, methods } of methodsIn(names.classes(frame.type), frame.method, position)) {
		const places = new SourcePlaces(frame, original, names, maxInlined);
		if (!methods) {
			certain = false;
			excess = true;
			choices.add([places.classOnly(false)]);
			continue;
		}
		const narrowed = narrow(methods, frame.position, context.carried);
		if (methods.length === 0 || narrowed.kind === 'outside') {
			certain = false;
			choices.add([places.classOnly(methods.length === 0)]);
		} else if (narrowed.kind === 'namesOnly') {
			certain = false;
			for (const method of methods) {
				choices.addUnlessFull(() => choices.add(method.synthesized || method.outline ? [] : [places.nameOnly(method)]));
			}
		} else {
			for (const found of narrowed.found) {
				carried ??= found.method.outline ? found.position : undefined;
				choices.addUnlessFull(() => places.addChain(found, context.thrown, choices));
			}
		}
	}
	if (choices.isEmpty) {
		return kept;
	}
	const all = choices.different();
	const outcome = all.length === 0 ? 'removed' : certain ? 'mapped' : 'partly';
	const more = Math.max(0, all.length - maxChoices) + choices.unlisted;
	return { outcome, choices: all.slice(0, maxChoices), more, carried, excess };
}

interface OriginalClass {
	readonly original: string;
	/** Undefined for more than is read. */
	readonly methods: readonly MethodChains[] | undefined;
}

/** Sections of the same class are one: a file may hold several mappings of one program. */
function methodsIn(
	classes: readonly ClassMapping[],
	name: string,
	position: number | undefined,
): readonly OriginalClass[] {
	const sections: OriginalClass[] = [];
	let chains = 0;
	for (const section of classes) {
		const methods = section.unread ? undefined : section.methods(name, position);
		chains += methods?.reduce((sum, method) => sum + method.chains.length, 0) ?? 0;
		sections.push({ original: section.original, methods: chains > maxChains ? undefined : methods });
	}
	if (sections.length < 2) {
		return sections;
	}
	const groups = Map.groupBy(sections, ({ original }) => original);
	return [...groups].map(([original, same]) => {
		const read = same.flatMap(({ methods }) => (methods ? [methods] : []));
		return { original, methods: read.length === same.length ? read.flat() : undefined };
	});
}
