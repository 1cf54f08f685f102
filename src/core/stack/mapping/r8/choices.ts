import type { SourcePlace } from './sourcePlaces';

/** More than anyone chooses from. */
export const maxChoices = 32;

/** Choices that are made and sorted before those that are listed are taken. */
const maxSorted = 64;

/** What one frame may stand for. */
export class Choices {
	private readonly list: (readonly SourcePlace[])[] = [];
	private count = 0;
	/** Beyond those that are sorted. */
	unlisted = 0;

	/** Nothing was added, not even an empty choice. */
	get isEmpty(): boolean {
		return this.count === 0;
	}

	/** An empty choice counts as one, and is not listed. */
	add(places: readonly SourcePlace[]): void {
		this.count++;
		if (places.length > 0) {
			this.list.push(places);
		}
	}

	/** Makes nothing that would not be listed: there may be thousands. */
	addUnlessFull(make: () => void): void {
		if (this.list.length < maxSorted) {
			make();
		} else {
			this.unlisted++;
		}
	}

	/** Each once, in order. */
	different(): readonly (readonly SourcePlace[])[] {
		if (this.list.length < 2) {
			return this.list;
		}
		const byKey = new Map(this.list.map((places) => [places.map(keyOf).join('\n'), places]));
		return [...byKey.values()].sort(compareChoices);
	}
}

function keyOf({ type, method, file, line1 }: SourcePlace): string {
	return `${type}.${method}(${file ?? ''}:${line1 ?? ''})`;
}

/** By class, method, file and line of the innermost place, as R8 lists them. */
function compareChoices([a]: readonly SourcePlace[], [b]: readonly SourcePlace[]): number {
	return (
		compareText(a?.type, b?.type) ||
		compareText(a?.method, b?.method) ||
		compareText(a?.file, b?.file) ||
		(a?.line1 ?? 0) - (b?.line1 ?? 0)
	);
}

function compareText(a = '', b = ''): number {
	return a < b ? -1 : Number(a > b);
}
