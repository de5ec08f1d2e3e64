import Identifiers
import SQL

extension Statement {
    /// The statements that renew a server's leases, and then take or give up leases until the server has its share of
    /// each projection's slices (groups of clinics). They return the leases that the server holds: the projection's
    /// name, slice, fencing token. The statements run in one transaction and use PostgreSQL's clock.
    ///
    /// - Parameter slices: the number of slices, by the name of the projection.
    static func keepLeases(of node: UUIDBytes, _ slices: [String: Int32], term: Duration) -> [Statement] {
        let names = slices.keys.sorted()
        let end: Statement = "clock_timestamp() + \(term.inSeconds) * interval '1 second'"
        return [
            """
            INSERT INTO behind_node (name, node, expires_at) SELECT n.name, \(node), \(end) FROM unnest(\(names)) AS n (name)
            ON CONFLICT (name, node) DO UPDATE SET expires_at = EXCLUDED.expires_at
            """,
            """
            INSERT INTO behind_lease (name, slice)
            SELECT n.name, s.slice
            FROM unnest(\(names), \(names.compactMap { slices[$0] })) AS n (name, slices)
            CROSS JOIN LATERAL generate_series(0, n.slices - 1) AS s (slice)
            WHERE NOT EXISTS (SELECT FROM behind_lease AS l WHERE l.name = n.name AND l.slice = s.slice)
            ORDER BY n.name, s.slice ON CONFLICT DO NOTHING
            """,
            """
            UPDATE behind_lease SET expires_at = \(end)
            WHERE holder = \(node) AND name = ANY (\(names)) AND expires_at > clock_timestamp()
            """,
            giveUpExcess(of: node, names),
            takeShare(for: node, names, until: end),
            """
            SELECT name, slice, token FROM behind_lease
            WHERE holder = \(node) AND name = ANY (\(names)) AND expires_at > clock_timestamp()
            """,
        ]
    }

    /// An SQL expression for the number of leases of one projection that each running server should have.
    private static func share(of name: Statement) -> Statement {
        """
        (SELECT ceil(count(*)::numeric / greatest(1, (
             SELECT count(*) FROM behind_node AS node WHERE node.name = \(name) AND node.expires_at > clock_timestamp())))::bigint
         FROM behind_lease AS part WHERE part.name = \(name))
        """
    }

    private static func giveUpExcess(of node: UUIDBytes, _ names: [String]) -> Statement {
        """
        UPDATE behind_lease AS l SET holder = NULL, expires_at = NULL
        FROM (
            SELECT name, slice, row_number() OVER (PARTITION BY name ORDER BY slice) AS number
            FROM behind_lease WHERE holder = \(node) AND name = ANY (\(names))
        ) AS own
        WHERE l.name = own.name AND l.slice = own.slice AND l.holder = \(node) AND own.number > \(share(of: "own.name"))
        """
    }

    private static func takeShare(for node: UUIDBytes, _ names: [String], until end: Statement) -> Statement {
        """
        WITH taken AS MATERIALIZED (
            SELECT n.name, free.slice FROM unnest(\(names)) AS n (name)
            CROSS JOIN LATERAL (
                SELECT slice FROM behind_lease AS f
                WHERE f.name = n.name AND (f.holder IS NULL OR f.expires_at <= clock_timestamp())
                ORDER BY slice
                LIMIT greatest(0, \(share(of: "n.name")) - (
                    SELECT count(*) FROM behind_lease AS own
                    WHERE own.name = n.name AND own.holder = \(node) AND own.expires_at > clock_timestamp()))
                FOR UPDATE SKIP LOCKED
            ) AS free
        )
        UPDATE behind_lease AS l SET holder = \(node), token = l.token + 1, expires_at = \(end)
        FROM taken WHERE l.name = taken.name AND l.slice = taken.slice
        """
    }

    /// The statements that give up all leases of a server that stops.
    static func giveUpLeases(of node: UUIDBytes) -> [Statement] {
        [
            "UPDATE behind_lease SET holder = NULL, expires_at = NULL WHERE holder = \(node)",
            // The statement that gives up leases also deletes the rows of servers that stopped over an hour ago without
            // giving up their leases.
            "DELETE FROM behind_node WHERE node = \(node) OR expires_at < clock_timestamp() - interval '1 hour'",
        ]
    }

    static func proveLease(_ lease: Lease) -> Statement {
        "SELECT prove_lease(\(lease.part.name), \(lease.part.slice), \(lease.token))"
    }
}

extension Duration {
    fileprivate var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
