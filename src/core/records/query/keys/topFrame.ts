/** Finds the line of a text by which errors are told apart; undefined where there is none. */
export type TopFrame = (text: string) => string | undefined;

/** A frame that is not within so many lines, or so many characters of one, is not at the top. */
const lines = 100;
const longestLine = 1000;

/** How the common platforms write a frame. Each pattern is anchored, so that no line costs more than its length. */
const frames: readonly RegExp[] = [
	// JVM and .NET: at com.example.Cart.add(Cart.java:12), at Shop.Cart.Add(Item item) in C:\Cart.cs:line 12
	/^at [^\s(]+ ?\([^)]*\)/,
	// JavaScript: at add (https://host/app.js:1:22), at https://host/app.js:1:22, at async add (app.js:1:22)
	/^at (?:async |new )[^\s(]+ \([^)]+:\d+:\d+\)/,
	/^at (?:async |new )?[^\s(]+ \[as [^\]]+\] \([^)]+:\d+\)/,
	/^at [^\s()]+:\d+:\d+$/,
	// JavaScript of other engines: add@https://host/app.js:1:22
	/^[^\s@]*@\S+:\d+(?::\d+)?$/,
	// Apple: 3   Shop   0x0000000104a1 Cart.add + 120
	/^\d+\s+\S.*?\s0x[\da-f]+\s/i,
	// Android native: #00 pc 0000000000012345  /system/lib/libc.so (abort+64)
	/^#\d+\s+pc\s[\da-f]+\s/i,
	// Dart: #0      Cart.add (package:shop/cart.dart:12:5)
	/^#\d+\s+\S.*\([^()]*\)$/,
	// Unity: Shop.Cart:Add (Item) (at Assets/Cart.cs:12)
	/^[^\s(][^\s(:.]*[:.][^\s(]+ ?\([^)]*\) ?\(at [^)]+\)/,
	// Python: File "cart.py", line 12, in add
	/^File "[^"]+", line \d+/,
];

/** Addresses in memory differ from run to run. At most 1,000 characters, by `longestLine`. */
const address = /\b0x[\da-f]{4,}\b|(?<=\bpc )[\da-f]{4,}/gi;

/** The first line that looks like a frame, without what differs from run to run. */
export const firstFrame: TopFrame = (text) => {
	let start = 0;
	for (let line = 0; line < lines && start < text.length; line++) {
		const newline = text.indexOf('\n', start);
		const end = newline === -1 ? text.length : newline;
		const candidate = text.slice(start, Math.min(end, start + longestLine)).trim();
		if (frames.some((frame) => frame.test(candidate))) {
			return candidate.replace(address, '<address>');
		}
		start = end + 1;
	}
	return undefined;
};
