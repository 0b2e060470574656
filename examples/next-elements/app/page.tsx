import { Library } from './library';

export default async function Page({ searchParams }: { searchParams: Promise<{ service?: string }> }) {
  const { service = 'http://localhost:8080/' } = await searchParams;
  return <Library service={service} />;
}
