const maxChecked = 16_384;

/** Patterns of commands that download and run code. A single match identifies a prompt injection. */
const commands: readonly RegExp[] = [
	/\b(?:npx|bunx|uvx)\s{1,9}(?:-\S{1,40}\s{1,9}){0,4}[@\w]/,
	/\b(?:pnpm|yarn)\s{1,9}dlx\b/,
	/\bnpm\s{1,9}(?:exec|x|i|install|create|init)\b/,
	/\bpipx?\d?\s{1,9}(?:run|install)\b/,
	/\b(?:curl|wget)\s[^|\n]{0,300}\|\s{0,9}(?:sudo\s{1,9})?(?:ba|z|da|k)?sh\b/,
	/\b(?:curl|wget)\s[^|\n]{0,300}\|\s{0,9}(?:sudo\s{1,9})?(?:python|node|perl|ruby|php)/,
	/\b(?:ba|z)?sh\s{1,9}-c\b/,
	/\bbash\s{0,9}<\(/,
	/\b(?:iwr|irm|invoke-webrequest|invoke-restmethod)\b[^|\n]{0,300}\|\s{0,9}(?:iex|invoke-expression)\b/,
	/\b(?:iex|invoke-expression)\s{0,9}\(/,
	/\bpowershell(?:\.exe)?\s[^\n]{0,80}-e(?:nc|ncodedcommand)?\b/,
	/\bbase64\s{1,9}(?:-d|-D|--decode)\b/,
	/\b(?:rm|del|rmdir)\s{1,9}(?:-\w{1,9}|\/[sq])\b/,
	/\bchmod\s{1,9}\+x\b/,
	/\bsudo\s{1,9}\w/,
	/\bgit\s{1,9}(?:push|clone|remote)\b/,
	/\b(?:docker|kubectl)\s{1,9}(?:run|exec|apply)\b/,
];

/** Patterns of instructions to an agent. A single match identifies a prompt injection. */
const orders: readonly RegExp[] = [
	/\b(?:ignore|disregard|forget|override)\s[^\n]{0,40}\b(?:previous|prior|above|earlier|all|system)\b/,
	/\b(?:system|developer)\s{0,3}(?:prompt|message|override)\b/,
	/<\/?(?:system|assistant|user|tool|records|function|instructions?)\b/,
	/\byou (?:must|should|need to|have to|can now) (?:now |always |first |immediately )?(?:run|execute|install|delete|send|approve)\b/,
	/\byou are now\b/,
	/\b(?:start_export|list_exports|top_groups|get_group|search_records|errors_at)\b/,
];

/** Patterns of phrases that suggest an action. Two patterns must match to identify a prompt injection. */
const hints: readonly RegExp[] = [
	/\b(?:resolution|remediation|quick fix|how to fix|to (?:fix|resolve|reproduce|diagnose) this)\b/,
	/\b(?:run|execute|install|paste|copy)\s(?:the |this |these |following |command|script|it\b|in your )/,
	/\b(?:ai|agent|assistant|copilot|claude|cursor|llm)\b/,
	/\b(?:terminal|shell|console|command line|command prompt)\b/,
	/https?:\/\//,
	/\b(?:approved|authorized|verified|trusted|safe to run|no confirmation|without asking)\b/,
];

/** Returns true if a text looks like a prompt injection. */
export function isPromptInjection(text: string): boolean {
	const normalized = text
		.slice(0, maxChecked)
		// ANSI escape sequences, such as color codes, can split words.
		.replace(/\p{Cc}\[[\d;?]*[A-Za-z]/gu, ' ')
		.normalize('NFKC')
		.replace(/[\p{Cf}\p{Variation_Selector}]/gu, '')
		.toLowerCase();
	const has = (pattern: RegExp) => pattern.test(normalized);
	return commands.some(has) || orders.some(has) || hints.filter(has).length >= 2;
}
