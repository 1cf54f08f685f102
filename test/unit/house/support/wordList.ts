/** Phrases that sound unnatural to native readers, each with its replacement. */
export const discouragedPhrases: readonly (readonly [pattern: RegExp, instead: string])[] = [
	[/\b(?:told|tells?|telling|(?:is|are) said|says?)\b/i, 'shows, reports, returns, describes, logs'],
	[/\b(?:is|are|was|were) asked\b|\basks? (?:of|about)\b/i, 'requested, queried, prompts for'],
	[/\banew\b/i, 'again, rebuilt, reloaded'],
	[/\b(?:who|what|which)ever\b|\b(?:no|some)body\b/i, 'the caller, the user, the process, no one'],
	[/\bso (?:many|much|often|few|long)\b(?! (?:that|as))/i, 'N, at most N, up to N'],
	[/\b(?:there|that) (?:is|are|was|were) none\b|\bwhat there is\b/i, 'no X exists, empty, missing'],
	[
		/\bwhat (?:is|was|are|were|comes?|came|has|have|had|there|they|it) (?!new\b|changed\b)/i,
		'the noun: the result, the rest, the input',
	],
	[/\b(?:of|by|with|from|to) (?:which|whom|what)\b/i, 'whose, or a second sentence'],
	[/\b(?:those|that) of\b/i, 'the noun again'],
	[/\bstands?\b|\bstood\b/i, 'is, appears'],
	[/\bgo(?:es)? (?:on|with|along|by)\b/i, 'continues, is deleted with, includes'],
	[/\bby (?:itself|themselves|oneself)\b/i, 'automatically, separately'],
	[/\bby the way\b/i, 'also, automatically'],
	[/\bbehind\b/i, 'after, following; allowed for windows and proxies'],
	[/\bas often as\b/i, 'the same number of times as'],
	[/\b(?:has|have|had) it (?:most|there|already)\b/i, 'a sentence with a noun'],
	[/\b(?:has|is|are) gone\b/i, 'deleted, missing, no longer exists'],
	[/\b(?:lest|hence|thereof|wherein|thereby|till)\b/i, 'a plain word'],
	[/\b(?:as|in so) far(?: as)?\b|\binsofar\b/i, 'if, when, up to'],
];

/** Matches a one-line doc comment that starts with a preposition or relative word instead of a noun or verb. */
export const sentenceFragment =
	/^(?:Of|By|From|With|Without|Where|Whose|Which|Those|None|Behind|(?:In|At|To|As)(?=[^,]*$)) .{0,70}\.?$/;
