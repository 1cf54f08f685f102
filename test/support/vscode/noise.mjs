/** @param {(line: string) => void} keep @returns {(line: string) => void} */
export function usefulLines(keep) {
	let inComplaint = false;
	return (line) => {
		if (/^\s+at |^\s+→ |^\s*$/.test(line) && inComplaint) return;
		inComplaint = complaint.test(line) || (inComplaint && /^( {2}|\}|\]|- |Require stack)/.test(line));
		if (!inComplaint && !chatter.test(line)) keep(line);
	};
}

const complaint = /Could not locate the bindings file|native-watchdog|Cannot find module '.*watchdog'|vsda/;
const chatter =
	/^\s*$|^\[(AgentHost|ChatModelSelection|AccountPolicyGate|RemoteAgentHostProtocol)|additional builtin extensions/;
