import React from 'react';
import { Text, View } from 'react-native';
import type { Departure } from '../api/departures';

export function DepartureRow({ departure }: { departure: Departure }) {
  return (
    <View>
      <Text>{departure.line}</Text>
      <Text>{departure.towards}</Text>
      <Text>{formatTime(departure)}</Text>
      <Text>{formatPlatform(departure)}</Text>
    </View>
  );
}

export function formatTime(departure: Departure): string {
  const time = new Date(departure.leaves! * 1000);
  return time.toISOString().slice(11, 16);
}

export function formatPlatform(departure: Departure): string {
  // Buses have no platform.
  const name = departure.platform!.name;
  return name.length > 3 ? name.slice(0, 3) : name;
}
