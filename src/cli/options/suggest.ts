const maxDistance = 3;

function suggest(typed: string, known: Iterable<string>): string | undefined {
	const most = Math.min(maxDistance, Math.floor(typed.length / 2));
	let best: { readonly name: string; readonly distance: number } | undefined;
	for (const name of known) {
		const distance =
			name.startsWith(typed) && typed.length > 2
				? 1
				: Math.abs(name.length - typed.length) > most
					? most + 1
					: editDistance(typed, name);
		if (distance <= most && distance < (best?.distance ?? Number.POSITIVE_INFINITY)) {
			best = { name, distance };
		}
	}
	return best?.name;
}

/** Returns a sentence such as ` Did you mean --query?`, or '' if no known name is similar. */
export function didYouMean(typed: string, known: Iterable<string>, prefix = ''): string {
	const name = typed.length > 64 ? undefined : suggest(typed, known);
	return name === undefined ? '' : ` Did you mean ${prefix}${name}?`;
}

/** Returns the optimal string alignment distance, which counts swapping adjacent characters as one edit. */
function editDistance(from: string, to: string): number {
	let beforeLast: number[] = [];
	let last = Array.from({ length: to.length + 1 }, (_, at) => at);
	for (let row = 1; row <= from.length; row++) {
		const current = [row];
		for (let at = 1; at <= to.length; at++) {
			const isSame = from[row - 1] === to[at - 1];
			const isSwap = row > 1 && at > 1 && from[row - 1] === to[at - 2] && from[row - 2] === to[at - 1];
			current.push(
				Math.min(
					(last[at] ?? 0) + 1,
					(current[at - 1] ?? 0) + 1,
					(last[at - 1] ?? 0) + (isSame ? 0 : 1),
					isSwap ? (beforeLast[at - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
				),
			);
		}
		beforeLast = last;
		last = current;
	}
	return last[to.length] ?? 0;
}
