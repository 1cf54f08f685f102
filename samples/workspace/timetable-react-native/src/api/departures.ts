export interface Departure {
  line: string;
  towards: string;
  /** Seconds since 1970; absent for what was cancelled. */
  leaves?: number;
  platform?: { name: string };
}

interface Answer {
  departures: Departure[];
  validUntil: string;
}

export class TimetableError extends Error {
  constructor(readonly status: number) {
    super(`Timetable request failed with status ${status}`);
    this.name = 'TimetableError';
  }
}

export async function loadDepartures(stop: string): Promise<Departure[]> {
  const response = await fetch(`https://api.example.com/stops/${encodeURIComponent(stop)}/departures`);
  if (!response.ok) {
    throw new TimetableError(response.status);
  }
  // The server's proxy answers with a page of its own when it is being restarted.
  const answer: Answer = JSON.parse(await response.text());
  return sortByTime(answer.departures);
}

function sortByTime(departures: Departure[]): Departure[] {
  return departures.slice().sort((a, b) => a.leaves! - b.leaves!);
}
