/**
 * Which colour stands for which value: the same one for as long as somebody looks at the column, whatever else comes and
 * goes with the filters.
 */
export class SeriesColours {
	private readonly known = new Map<string, number>();

	/** @param most How many colours there are. */
	constructor(private readonly most: number) {}

	/** One for each of the values, at most `most`, none of them twice. */
	of(values: readonly string[]): readonly number[] {
		const taken = new Set<number>();
		const kept = values.map((value) => {
			const colour = this.known.get(value);
			if (colour === undefined || taken.has(colour)) {
				return undefined;
			}
			taken.add(colour);
			return colour;
		});
		// Colours of values that are not there now come last, as these may come back.
		const remembered = new Set(this.known.values());
		const free = [...Array(this.most).keys()]
			.filter((colour) => !taken.has(colour))
			.sort((one, other) => Number(remembered.has(one)) - Number(remembered.has(other)) || one - other);
		return kept.map((colour, index) => {
			const given = colour ?? free.shift() ?? 0;
			this.known.set(values[index] ?? '', given);
			return given;
		});
	}
}
