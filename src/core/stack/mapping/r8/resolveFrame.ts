import { Choices, maxChoices, type SourcePlace } from './choices';
import type { ClassMapping, ClassNames, MethodChains } from './classMapping';
import { narrow } from './inlineChains';
import { type MinifiedFrame, SourcePlaces } from './sourcePlaces';

export interface Resolution {
	readonly outcome: 'mapped' | 'partly' | 'unchanged' | 'removed';
	/** Alternatives. Each one lists its original frames, innermost first. A single alternative is certain. */
	readonly choices: readonly (readonly SourcePlace[])[];
	readonly more: number;
	/**
	 * Position in an outline (code that R8 moved out of methods). It determines the position in the frame below.
	 * Undefined outside outlines.
	 */
	readonly carried: number | undefined;
	readonly excess: boolean;
}

export interface FrameContext {
	/** Original class name of the exception in the line above this frame. */
	readonly thrown: string | undefined;
	readonly carried: number | undefined;
}

const maxChains = 10_000;

const unchanged: Resolution = { outcome: 'unchanged', choices: [], more: 0, carried: undefined, excess: false };

/** Finds the original frames of a minified frame with the same algorithm as R8's retrace tool. */
export function resolveFrame(
	frame: MinifiedFrame,
	names: ClassNames,
	context: FrameContext,
	maxInlined: number,
): Resolution {
	const choices = new Choices();
	let carried: number | undefined;
	let certain = true;
	// If the frame above is in an outline, the meaning of this position depends on the method, so it can't select chains
	// yet.
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
		return unchanged;
	}
	const all = choices.different();
	const outcome = all.length === 0 ? 'removed' : certain ? 'mapped' : 'partly';
	const more = Math.max(0, all.length - maxChoices) + choices.unlisted;
	return { outcome, choices: all.slice(0, maxChoices), more, carried, excess };
}

interface OriginalClass {
	readonly original: string;
	readonly methods: readonly MethodChains[] | undefined;
}

/** Merges all entries of a class, because a file can contain several mappings of the same program. */
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
